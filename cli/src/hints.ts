/** What to do about the errors that people meet first, by the catalogue's names. */
import type { ErrorCode } from '@keywright/contract'

const hints: Partial<Record<ErrorCode, string>> = {
  ORGANIZATION_ID_MALFORMED: 'an organization id is a UUID, as the server printed it when it was made',
  NAME_TAKEN: 'choose another name',
  PAYLOAD_MALFORMED:
    'the payload and --encoding do not go together: text takes anything, as keywright sign --help says',
  BODY_TOO_LARGE: 'send less; of a long message, hash it and sign its digest with --encoding hex --hash none',
  API_KEY_NOT_FOUND:
    'the key is of another organization or server: keywright doctor compares what you have set',
  API_KEY_SIGNATURE_INVALID:
    'something changed the bytes after they were signed: keywright stamp verify finds what',
  API_KEY_EXPIRED:
    'make a new pair with keywright generate api-key and register its public half with create_api_keys',
  STAMP_MALFORMED: 'keywright stamp verify names the byte or the step that is wrong',
  ORGANIZATION_NOT_FOUND: 'compare KEYWRIGHT_ORGANIZATION_ID with what the server printed when it started',
  ORGANIZATION_MISMATCH:
    'users of a parent read in a sub-organization and change nothing there: stamp with a key of the organization that the submit names\nkeywright whoami without --organization-id names the one of your key',
  TIMESTAMP_TOO_OLD: 'compare the clocks with keywright doctor; a body of an hour ago must be made anew',
  TIMESTAMP_TOO_FAR_AHEAD: 'compare the clocks with keywright doctor',
  CALL_PATH_MISMATCH: 'send the body to the call in its callPath, or let --renew write a new frame',
  QUERY_BINDING_MISSING: '--renew adds timestampMs and callPath to a whole body',
  NOT_PERMITTED_BY_POLICY:
    'a root user may do it, or a policy must allow it: keywright policy explain shows what would have to change',
  DENIED_BY_POLICY: 'an explicit deny outweighs every allow; list_policies shows its text',
  PATH_NOT_FOUND:
    'the base URL takes no path of its own, and keywright request --help says how calls are named',
  SIGNER_NOT_FOUND: 'keywright wallets list --accounts shows the addresses that can sign',
  WALLET_ACCOUNT_NOT_FOUND: 'keywright wallets list --accounts shows the addresses',
  ACTIVITY_NOT_FOUND: 'keywright activities list shows ids and fingerprints',
  HASH_FUNCTION_MISMATCH: 'give another --hash; ed25519 keys take not-applicable',
  PAYLOAD_NOT_DIGEST: 'give --hash sha256 or --hash keccak256 to have the payload hashed first',
  FEATURE_DISABLED: 'a root user turns it on with set_organization_feature',
  SEALED: 'give its shares with keywright unseal, or start it with --key-file',
  HOST_NOT_ALLOWED: 'start keywright dev with --allowed-hosts and this name',
  RATE_LIMITED: 'wait a second, then send the same bytes again',
}

/** A hint without the lines that advise the very command that failed, but with what shows how it is written. */
export function hintBeside(hint: string | undefined, command: string | undefined): string | undefined {
  if (hint === undefined || command === undefined) return hint
  const itself = new RegExp(`keywright ${command}\\b(?! --help)`)
  const lines = hint.split('\n').filter((line) => /^(usage:|like )/.test(line) || !itself.test(line))
  return lines.length === 0 ? undefined : lines.join('\n')
}

export const hintFor = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : hints[code as ErrorCode]
