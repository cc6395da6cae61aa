/** Hints for common errors of the API. */
import type { ErrorCode } from '@keywright/contract'

const hints: Partial<Record<ErrorCode, string>> = {
  ORGANIZATION_ID_MALFORMED: 'pass the UUID that the server printed when the organization was created',
  NAME_TAKEN: 'choose another name',
  PAYLOAD_MALFORMED:
    'the payload does not match --encoding; text accepts any payload, and keywright sign --help lists the others',
  BODY_TOO_LARGE:
    'send less; for a long message, hash it and sign the digest with --encoding hex --hash none',
  API_KEY_NOT_FOUND:
    'the key belongs to another organization or server; run keywright doctor to check your settings',
  API_KEY_SIGNATURE_INVALID:
    'the body changed after it was signed; keywright stamp verify finds the difference',
  API_KEY_EXPIRED:
    'create a key pair with keywright generate api-key and register the public key with create_api_keys',
  STAMP_MALFORMED: 'keywright stamp verify shows the invalid byte or the failed step',
  ORGANIZATION_NOT_FOUND: 'compare KEYWRIGHT_ORGANIZATION_ID with the ID that the server printed at startup',
  ORGANIZATION_MISMATCH:
    'users of a parent organization can only read in a sub-organization: stamp the submit with a key of its own organization\nkeywright whoami without --organization-id shows the organization of your key',
  TIMESTAMP_TOO_OLD: 'compare the clocks with keywright doctor, or build the body again with a new timestamp',
  TIMESTAMP_TOO_FAR_AHEAD: 'compare the clocks with keywright doctor',
  CALL_PATH_MISMATCH:
    'send the body to the call in its callPath, or pass --renew to replace callPath and timestamp',
  QUERY_BINDING_MISSING: 'pass --renew to add timestampMs and callPath to the body',
  NOT_PERMITTED_BY_POLICY:
    'ask a root user, or add a policy that allows the activity; keywright policy explain shows what would have to change',
  DENIED_BY_POLICY: 'an explicit deny overrides every allow; list_policies shows the policy',
  PATH_NOT_FOUND: 'use a base URL without a path; keywright request --help shows how to name calls',
  SIGNER_NOT_FOUND: 'keywright wallets list --accounts shows addresses that can sign',
  WALLET_ACCOUNT_NOT_FOUND: 'keywright wallets list --accounts shows the addresses',
  ACTIVITY_NOT_FOUND: 'keywright activities list shows IDs and fingerprints',
  HASH_FUNCTION_MISMATCH: 'pass another --hash; ed25519 keys require not-applicable',
  PAYLOAD_NOT_DIGEST: 'pass --hash sha256 or --hash keccak256 to hash the payload first',
  FEATURE_DISABLED: 'a root user can enable it with set_organization_feature',
  SEALED: 'unseal the server with keywright unseal, or start it with --key-file',
  HOST_NOT_ALLOWED: 'start keywright dev with this host name in --allowed-hosts',
  RATE_LIMITED: 'wait a second, then resend the same bytes',
}

/** Drops hints that suggest the command that just failed, except usage lines and examples. */
export function hintBeside(hint: string | undefined, command: string | undefined): string | undefined {
  if (hint === undefined || command === undefined) return hint
  const itself = new RegExp(`keywright ${command}\\b(?! --help)`)
  const lines = hint.split('\n').filter((line) => /^(usage:|for example:)/.test(line) || !itself.test(line))
  return lines.length === 0 ? undefined : lines.join('\n')
}

export const hintFor = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : hints[code as ErrorCode]
