/**
 * Every error of the clients, with its cause and what to do: the catalog's words for API errors, the TypeScript packages'
 * words for bundles, and the words below for client errors.
 */
import { BundleError, type BundleErrorCode } from '@keywright/client/bundles'
import { errorWords } from '@keywright/contract/reference'

export interface ErrorInfo {
  readonly code: string
  readonly cause: string
  readonly help: string
}

/** How a language names the functions in the texts. */
export interface Names {
  readonly send: string
  readonly wait: string
  readonly targetKey: string
}

const bundles = {
  BUNDLE_MALFORMED: 'The text is not a bundle: truncated, or another kind of text.',
  BUNDLE_FOR_ANOTHER_KEY: 'The bundle is sealed to another target key.',
  BUNDLE_SIGNER_MISMATCH: 'The bundle is signed by another server than the pinned one.',
  BUNDLE_SIGNATURE_INVALID: 'The bundle was changed after it was signed.',
  BUNDLE_ORGANIZATION_MISMATCH: 'The bundle belongs to another organization.',
  BUNDLE_USER_MISMATCH: 'The bundle is for another user.',
  SECRET_MALFORMED: 'The secret does not match its format.',
} as const satisfies Partial<Record<BundleErrorCode, string>>

const own = ({ send, wait, targetKey }: Names): ErrorInfo[] => {
  const again = `resend the request in this error with ${send}, which cannot execute it twice.`
  const webhookHelp = 'Ignore the delivery. Return 5xx if your keys may be out of date.'
  return [
    ['CONFIG_INVALID', 'The configuration is invalid.', 'Correct the options of the client.'],
    [
      'INPUT_INVALID',
      'The parameters cannot be written as a JSON object.',
      'Pass an object with JSON values only.',
    ],
    [
      'KEY_INVALID',
      'The API key is invalid.',
      'Pass both keys of the registered P-256 key pair in hexadecimal.',
    ],
    [
      'TARGET_KEY_MALFORMED',
      'The target key is not a P-256 key.',
      `Pass 32 bytes in hexadecimal, or generate a key with ${targetKey}.`,
    ],
    ['ABORTED', 'The caller canceled the call.', `The request may have been executed: ${again}`],
    ['TIMEOUT', 'No response arrived in time.', `The request may have been executed: ${again}`],
    ['UNREACHABLE', 'No response arrived.', `Check that the server runs at this address. Then ${again}`],
    [
      'RESPONSE_NOT_JSON',
      'Something other than the API responded.',
      'The response isn’t from the API. Check the base URL and any proxy.',
    ],
    [
      'ACTIVITY_PENDING',
      'The activity did not finish in time.',
      `Do not submit again. Call ${wait} with the activity’s id later.`,
    ],
    [
      'ACTIVITY_FAILED',
      'The activity was accepted, then failed.',
      'Fix the cause named in the message, then submit a new request: the same bytes return the same failure.',
    ],
    [
      'ACTIVITY_REJECTED',
      'An approver rejected the activity.',
      'An approver rejected the activity. Submit a new request once the approvers agree.',
    ],
    [
      'RESULT_WITHHELD',
      'The server returned a secret once, and that response was lost.',
      'Call again: a new request returns a new secret.',
    ],
    [
      'CONSENSUS_NEEDED',
      'The activity waits for approvals.',
      `Do not submit again. Others approve the activity by its fingerprint; then call ${wait} with its id.`,
    ],
    ['WEBHOOK_UNSIGNED', 'Signature headers of the webhook are missing or unreadable.', webhookHelp],
    ['WEBHOOK_SIGNATURE_INVALID', 'None of the keys signed the webhook.', webhookHelp],
    ['WEBHOOK_STALE', 'The webhook is too old or too far ahead, so possibly a replay.', webhookHelp],
    ['WEBHOOK_BODY_INVALID', 'The webhook is signed, but its body is not an activity.', webhookHelp],
  ].map(([code, cause, help]) => ({ code: code!, cause: cause!, help: help! }))
}

/** Every error that a client can raise or return. */
export const errorsOf = (names: Names, more: readonly ErrorInfo[] = []): readonly ErrorInfo[] => [
  ...own(names),
  ...more,
  ...(Object.keys(bundles) as (keyof typeof bundles)[]).map((code) => ({
    code,
    cause: bundles[code],
    help: sentence(new BundleError(code, '').help!),
  })),
  ...Object.entries(errorWords).map(([code, { cause, help }]) => ({ code, cause, help })),
]

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`
