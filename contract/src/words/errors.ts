/** What each error means to a reader: in which situation it comes, why, and what to do. */
import type { ErrorCode } from '../errors.ts'

export interface ErrorWords {
  /** The situation that the error belongs to; several errors may share one. */
  situation: string
  /** Why it comes. */
  cause: string
  /** What to do. */
  help: string
}

const badMember = 'required member missing, wrong type, unknown enum member'

export const errorWords: Readonly<Record<ErrorCode, ErrorWords>> = {
  BODY_MALFORMED: {
    situation: 'body is not JSON / not an object',
    cause: 'The body is empty, cut off, or not JSON in UTF-8.',
    help: 'Send the JSON text that you signed, unchanged.',
  },
  BODY_NOT_OBJECT: {
    situation: 'body is not JSON / not an object',
    cause: 'The body is JSON, but a list, a text, a number or null.',
    help: 'Send one JSON object.',
  },
  BODY_TOO_LARGE: {
    situation: 'body too large or nested too deeply',
    cause: 'The body is larger than this call accepts, or much longer than its members in compact JSON.',
    help: 'Remove whitespace and unknown members, or split the request; for signatures, sign digests instead of documents.',
  },
  BODY_TOO_DEEP: {
    situation: 'body too large or nested too deeply',
    cause: 'Objects or lists are nested deeper than any request of this API.',
    help: 'Send the members of the call and nothing else.',
  },
  WORK_LIMIT_EXCEEDED: {
    situation: 'more work than one request may ask for',
    cause:
      'One request would take so long that others had to wait: too many payloads, keys, bytes, objects or policy steps.',
    help: 'Split the request; where policies ran out of steps, write them without nested loops over long lists.',
  },
  PATH_NOT_FOUND: {
    situation: 'unknown path',
    cause: 'The path names no call. Letter case and underscores count.',
    help: 'Compare the path with the API reference.',
  },
  METHOD_NOT_ALLOWED: {
    situation: 'wrong method',
    cause: 'The request was not a POST.',
    help: 'Send every call, queries too, as a POST with a JSON body.',
  },
  MEMBER_MISSING: {
    situation: badMember,
    cause: 'A required member is absent or null.',
    help: 'Add the member named in the message.',
  },
  MEMBER_TYPE: {
    situation: badMember,
    cause: 'A member has the wrong JSON type. 64-bit numbers travel as strings, 32-bit ones as numbers.',
    help: 'Send the type named in the message.',
  },
  ENUM_UNKNOWN: {
    situation: badMember,
    cause: 'A member holds a name that its enumeration lacks.',
    help: 'Send one of the full names listed in the message.',
  },
  MEMBER_UNKNOWN: {
    situation: 'unknown member inside `parameters`',
    cause:
      'A member that this version of the activity type, or this query, does not have: a slip, or a member of another version.',
    help: 'Remove it, or post the version that has it.',
  },
  MEMBER_DUPLICATE: {
    situation: badMember,
    cause:
      'An object in the body has two members with the same name, so that two readers may see different values.',
    help: 'Send each member once.',
  },
  CHARACTER_HIDDEN: {
    situation: badMember,
    cause:
      'A text holds a control character, a bidirectional mark or a character that shows nothing. Such a text could rewrite a terminal or pass for another name.',
    help: 'Remove the character named in the message. Notes may hold line breaks and tabs.',
  },
  NAME_LENGTH: {
    situation: badMember,
    cause: 'A name is empty or longer than 255 characters.',
    help: 'Choose a name of 1 to 255 characters.',
  },
  EMAIL_MALFORMED: {
    situation: badMember,
    cause: 'An email address has no at sign, or contains spaces, brackets, quotes or separators.',
    help: 'Send a plain address such as alice@example.com.',
  },
  PHONE_NUMBER_MALFORMED: {
    situation: badMember,
    cause: 'A phone number is not in E.164 format.',
    help: 'Send a plus sign, country code and number, without spaces or dashes.',
  },
  NUMBER_MALFORMED: {
    situation: badMember,
    cause: 'A 64-bit number is not written in decimal digits.',
    help: 'Send digits alone, as a string.',
  },
  TIMESTAMP_MALFORMED: {
    situation: badMember,
    cause: '`timestampMs` is not written in decimal digits.',
    help: 'Send the present time in milliseconds as a string of digits.',
  },
  ACTIVITY_TYPE_UNKNOWN: {
    situation: '`type` unknown or not of this path',
    cause: 'No call takes this activity type.',
    help: 'Compare `type` with the versions listed for the call.',
  },
  ACTIVITY_TYPE_MISMATCH: {
    situation: '`type` unknown or not of this path',
    cause: 'The activity type belongs to another path.',
    help: 'Post it to the path named in the message, or correct the type.',
  },
  ORGANIZATION_ID_MALFORMED: {
    situation: '`organizationId` not a UUID',
    cause: 'The organization id is not a UUID.',
    help: 'Send the id as `whoami` answers it.',
  },
  ORGANIZATION_NOT_FOUND: {
    situation: 'organization unknown',
    cause: 'No organization has this id here, or it was deleted.',
    help: 'Check the id, and that you talk to the right server.',
  },
  TIMESTAMP_TOO_OLD: {
    situation: '`timestampMs` older than 1 h or over 5 min ahead',
    cause: 'The request was made more than an hour ago, or the clock of the client is slow.',
    help: 'Make and stamp the request anew with the present time.',
  },
  TIMESTAMP_TOO_FAR_AHEAD: {
    situation: '`timestampMs` older than 1 h or over 5 min ahead',
    cause: 'The clock that made the request is fast, or the time is not in milliseconds.',
    help: 'Correct the clock; send milliseconds.',
  },
  CALL_PATH_MISMATCH: {
    situation: 'stamped query sent to another path or without its binding',
    cause: 'The body names one call in `callPath`, and the query was sent to the path of another call.',
    help: 'Send the query to the path that it was stamped for, or stamp a new body.',
  },
  QUERY_BINDING_MISSING: {
    situation: 'stamped query sent to another path or without its binding',
    cause: 'The organization has `FEATURE_NAME_BOUND_QUERIES`, and the body does not name its call and time.',
    help: 'Add `timestampMs` and `callPath` to the body before you stamp it. Current SDKs add both members.',
  },
  STAMP_MISSING: {
    situation: 'no stamp at all',
    cause: 'The request carries none of the stamp headers.',
    help: 'Sign the body and send the stamp in the header that fits your credential.',
  },
  STAMPS_AMBIGUOUS: {
    situation: 'more than one stamp',
    cause: 'Two credentials in one request would leave open who is calling.',
    help: 'Send exactly one stamp header.',
  },
  STAMP_MALFORMED: {
    situation: 'stamp not base64url / not JSON / members missing',
    cause: 'The header cannot be read. `X-Stamp` is base64url of JSON; `X-Stamp-WebAuthn` is JSON as it is.',
    help: 'Compare the stamp with the format on the stamps page.',
  },
  STAMP_SCHEME_MISMATCH: {
    situation: 'scheme does not fit the key',
    cause: 'The scheme belongs to another curve than the one under which the key is registered.',
    help: 'Use the scheme of the key’s curve.',
  },
  API_KEY_NOT_FOUND: {
    situation: 'key or passkey not known in the organization (nor its parent)',
    cause: 'No user of the organization, or of its parent, has this public key.',
    help: 'Check the organization id, and that the key was registered and not deleted.',
  },
  PASSKEY_NOT_FOUND: {
    situation: 'passkey unknown (variant)',
    cause: 'No user of the organization, or of its parent, has this credential id.',
    help: 'Check the organization id; offer the passkeys that belong to it.',
  },
  API_KEY_SIGNATURE_INVALID: {
    situation: 'signature does not verify (API key / WebAuthn)',
    cause: 'The signature is not over these bytes: the body was changed or serialised again after stamping.',
    help: 'Stamp the exact bytes that you send.',
  },
  PASSKEY_ASSERTION_INVALID: {
    situation: 'signature does not verify (API key / WebAuthn)',
    cause:
      'Challenge, origin, user presence or signature of the assertion is not right; the message says which.',
    help: 'Use the lower-case hex SHA-256 of the body as challenge, and an allowed origin.',
  },
  API_KEY_EXPIRED: {
    situation: 'API key expired',
    cause: 'The lifetime of the key is over.',
    help: 'Sign in again, or register a new key.',
  },
  CREDENTIAL_AMBIGUOUS: {
    situation: 'credential found in several sub-organizations (whoami by parent id)',
    cause: 'The same credential is registered in more than one sub-organization of this parent.',
    help: 'Send the id of the sub-organization that you mean.',
  },
  SESSION_INVALID: {
    situation: 'read-only session expired or forged',
    cause: 'The session ended after its hour, belongs to another organization, or was not issued here.',
    help: 'Open a new session with `create_read_only_session`.',
  },
  SESSION_READ_ONLY: {
    situation: 'read-only session used for a submit',
    cause: 'A read-only session answers queries alone.',
    help: 'Stamp the submit with a credential, or open a read-write session.',
  },
  ORGANIZATION_MISMATCH: {
    situation: 'submit stamped by a user of another organization (parent into child)',
    cause:
      'A user of the parent submitted into a sub-organization. Parents read; they start sign-in and recovery, and nothing else.',
    help: 'Let a user of the sub-organization stamp the request.',
  },
  NOT_PERMITTED_BY_POLICY: {
    situation: 'policy engine: nothing allows',
    cause:
      'No policy allows the request, and no approval could make one allow it; or it is stamped by a recovery key, which recovers its user and does nothing else.',
    help: 'Read the outcome of each policy in `details`; add a policy, or let the root quorum submit.',
  },
  DENIED_BY_POLICY: {
    situation: 'policy engine: explicit deny',
    cause: 'A deny policy applies. A deny outweighs every allow.',
    help: 'Change the request, or the policy named in the message.',
  },
  ROOT_QUORUM_ONLY: {
    situation: 'root-only activity by a non-member',
    cause: 'This activity belongs to the root quorum; policies cannot grant it.',
    help: 'Let a member of the root quorum submit it.',
  },
  FEATURE_DISABLED: {
    situation: 'feature switched off (email auth, OTP, recovery)',
    cause: 'The organization of the user has this feature off.',
    help: 'Let its root quorum switch it on with `set_organization_feature`.',
  },
  IMPORT_FOR_OTHER_USER: {
    situation: 'import for another user',
    cause: '`userId` is not the caller.',
    help: 'Import with your own user id.',
  },
  RECOVERY_CREDENTIAL_REQUIRED: {
    situation: 'recovery without the recovery credential',
    cause: 'The request was stamped by another credential, or by a recovery credential of another user.',
    help: 'Stamp it with the credential from the recovery email.',
  },
  PARENT_ORGANIZATION_ONLY: {
    situation: 'sub-organization asked to create a sub-organization',
    cause: 'Sub-organizations do not nest.',
    help: 'Submit it in the parent organization.',
  },
  SUB_ORGANIZATION_ONLY: {
    situation: 'parent organization asked for what only sub-organizations do',
    cause: 'The call works on sub-organizations, and the id names a parent.',
    help: 'Send the id of the sub-organization.',
  },
  RESOURCE_NOT_FOUND: {
    situation: 'query for an unknown resource id',
    cause: 'The id names nothing of that kind in this organization, or it was deleted.',
    help: 'List the resources, and check the organization id.',
  },
  ACTIVITY_NOT_FOUND: {
    situation: 'unknown activity id / fingerprint',
    cause: 'The organization has no such activity.',
    help: 'Check id or fingerprint, and the organization id.',
  },
  SIGNER_NOT_FOUND: {
    situation: '`signWith` names no key here',
    cause: 'The address or id is not of this organization, or differs in letter case.',
    help: 'Copy the address exactly as the wallet account shows it.',
  },
  WALLET_ACCOUNT_NOT_FOUND: {
    situation: '`export_wallet_account` of an unknown address',
    cause: 'No wallet of this organization has an account with that address.',
    help: 'List the accounts of the wallet and copy the address.',
  },
  USER_NOT_FOUND: {
    situation: 'user named in an intent unknown',
    cause: 'The user id names nobody in this organization.',
    help: 'List the users, and check the organization id.',
  },
  CONTACT_NOT_FOUND: {
    situation: 'no user with that email or phone',
    cause: 'No user of the organization has this contact.',
    help: 'Create the user first. A deployment that must not reveal accounts may answer as if it had sent.',
  },
  POLICY_NAME_TAKEN: {
    situation: 'policy name taken',
    cause: 'Policy names are unique in an organization.',
    help: 'Choose another name, or update the policy that has it.',
  },
  NAME_TAKEN: {
    situation: 'name of wallet, key, tag, user taken',
    cause: 'Names are unique per kind in an organization.',
    help: 'Choose another name.',
  },
  CREDENTIAL_TAKEN: {
    situation: 'credential registered twice',
    cause: 'The public key, credential id or identity is registered in this organization already.',
    help: 'Use a fresh key pair, or the credential that exists.',
  },
  DUPLICATE_ENTRY: {
    situation: 'list that repeats an entry',
    cause: 'A list of ids names the same thing twice.',
    help: 'Name each once.',
  },
  PATH_TAKEN: {
    situation: 'path already used in the wallet',
    cause: 'The wallet has an account at this path, whatever its address format.',
    help: 'Use the next index.',
  },
  KEY_IMPORTED_ALREADY: {
    situation: 'same seed or key imported twice',
    cause: 'The organization holds this seed or key.',
    help: 'Use the object whose id the message names.',
  },
  SECRET_PUBLIC: {
    situation: 'key or phrase that everybody knows',
    cause: 'The key or phrase stands in examples, standards or test vectors. Development servers take it.',
    help: 'Make a fresh one and keep its private half to yourself.',
  },
  POLICY_EXPRESSION_INVALID: {
    situation: 'invalid condition / consensus',
    cause:
      'The expression does not parse, names an unknown field, mixes types, is not a truth value, or has a clause that no request can meet.',
    help: 'Correct it at the position named in the message.',
  },
  THRESHOLD_TOO_LOW: {
    situation: 'quorum threshold zero, above the number of users, no users',
    cause: 'A threshold below 1 would let nobody decide.',
    help: 'Set it to 1 or more.',
  },
  THRESHOLD_TOO_HIGH: {
    situation: 'quorum threshold zero, above the number of users, no users',
    cause: 'More approvals are asked for than there are root users.',
    help: 'Add root users first, then raise the threshold.',
  },
  QUORUM_EMPTY: {
    situation: 'quorum threshold zero, above the number of users, no users',
    cause: 'The list of root users is empty.',
    help: 'Name at least one user.',
  },
  QUORUM_USER_NOT_FOUND: {
    situation: 'quorum names an unknown user',
    cause: 'A user id in the quorum names nobody in this organization.',
    help: 'List the users and copy the ids.',
  },
  QUORUM_MEMBER_DELETION: {
    situation: 'deleting a quorum member',
    cause: 'The user still belongs to the root quorum.',
    help: 'Take the user out with `update_root_quorum`, then delete.',
  },
  LAST_CREDENTIAL: {
    situation: 'user left without a long-lived credential',
    cause: 'Without one the user could not come in again.',
    help: 'Register another long-lived credential first.',
  },
  MNEMONIC_LENGTH_INVALID: {
    situation: '`mnemonicLength` outside 12/15/18/21/24',
    cause: 'BIP-39 knows only these lengths.',
    help: 'Send 12, 15, 18, 21 or 24, or leave it out for 12.',
  },
  DERIVATION_PATH_INVALID: {
    situation: 'bad path, path format, curve, address format, or a pair that does not fit',
    cause: 'The path does not read, an index is too large, or a step on ed25519 is not hardened.',
    help: 'Use the default path of the address format.',
  },
  ADDRESS_FORMAT_MISMATCH: {
    situation: 'bad path, path format, curve, address format, or a pair that does not fit',
    cause: 'The address format belongs to the other curve.',
    help: 'Choose the curve listed for the address format.',
  },
  PUBLIC_KEY_INVALID: {
    situation: 'public key not a point of its curve; bad target public key',
    cause: 'The public key is not hex, has the wrong length, or is not a point of the curve.',
    help: 'Send the compressed public key in hex; on Ed25519 the 32 bytes.',
  },
  TARGET_PUBLIC_KEY_INVALID: {
    situation: 'public key not a point of its curve; bad target public key',
    cause: 'The target key is not a P-256 public key.',
    help: 'Send it uncompressed: 130 hex digits that begin with 04.',
  },
  CLIENT_SIGNATURE_INVALID: {
    situation: 'client signature does not verify',
    cause: 'The signature was not made by the key that the token names, or not over this message.',
    help: 'Sign with the session key whose public half the token carries.',
  },
  ATTESTATION_INVALID: {
    situation: 'attestation unreadable, or for another challenge or origin',
    cause: 'The attestation cannot be read, or its challenge, origin or type is not the expected one.',
    help: 'Pass on the browser’s answer unchanged, with the challenge that you gave it.',
  },
  PAGE_LIMIT_OUT_OF_RANGE: {
    situation: 'limit outside 1–100, bad cursor',
    cause: 'A page holds 1 to 100 entries.',
    help: 'Send "1" to "100", as a string, or leave it out for 10.',
  },
  CURSOR_INVALID: {
    situation: 'limit outside 1–100, bad cursor',
    cause: '`before` or `after` names no entry of this list.',
    help: 'Send the id of the first or last entry of the page that you have.',
  },
  EXPIRATION_SECONDS_INVALID: {
    situation: '`expirationSeconds` not a positive whole number',
    cause:
      'The lifetime is outside the bounds that the message names, or is not whole seconds in decimal digits.',
    help: 'Send whole seconds within the bounds, as a string, such as "900".',
  },
  PAYLOAD_MALFORMED: {
    situation: 'payload not hex; NO_OP with other than 32 bytes; hash function unfit for the curve',
    cause: 'The payload cannot be read in the encoding that was named.',
    help: 'Send hex with an even number of digits, or name the encoding that you use.',
  },
  PAYLOAD_NOT_DIGEST: {
    situation: 'payload not hex; NO_OP with other than 32 bytes; hash function unfit for the curve',
    cause: 'Without a hash function the payload must be the digest itself.',
    help: 'Hash first, or name the hash function.',
  },
  HASH_FUNCTION_MISMATCH: {
    situation: 'payload not hex; NO_OP with other than 32 bytes; hash function unfit for the curve',
    cause:
      'Keys on ed25519 take HASH_FUNCTION_NOT_APPLICABLE and nothing else; keys on secp256k1 never take it.',
    help: 'Choose the hash function that fits the curve of the key.',
  },
  TRANSACTION_MALFORMED: {
    situation: 'unsigned transaction does not parse, is already signed, or belongs to another signer',
    cause:
      'The bytes are not a transaction of the type that was named; the message says what could not be read.',
    help: 'Serialise the unsigned transaction and send it in hex.',
  },
  TRANSACTION_SIGNED: {
    situation: 'unsigned transaction does not parse, is already signed, or belongs to another signer',
    cause: 'The transaction has signature values.',
    help: 'Serialise it without a signature.',
  },
  TRANSACTION_SIGNER_MISMATCH: {
    situation: 'unsigned transaction does not parse, is already signed, or belongs to another signer',
    cause: 'The transaction does not ask for a signature by this key.',
    help: 'Sign with the account that the transaction names.',
  },
  TRANSACTION_TYPE_MISMATCH: {
    situation: 'transaction type not supported by the key',
    cause: 'Ethereum and Bitcoin need a secp256k1 key, Solana an ed25519 key.',
    help: 'Choose an account on the right curve.',
  },
  IMPORT_BUNDLE_INVALID: {
    situation: 'import bundle does not open, bad checksum, key out of range',
    cause:
      'The bundle was sealed to another key, used before, or holds no valid secret. It is never said which.',
    help: 'Begin again with the init call and seal the secret to its key.',
  },
  DELETE_UNEXPORTED: {
    situation: 'deleting unexported keys without the flag',
    cause: 'What was never exported would be lost for good.',
    help: 'Export first, or set `deleteWithoutExport` to true.',
  },
  OTP_INVALID: {
    situation: 'wrong, used, expired or locked OTP code; unknown otpId',
    cause: 'The code does not work. One message for every reason, so that nobody can search for codes.',
    help: 'Send a new code and enter it within five minutes.',
  },
  OTP_LENGTH_OUT_OF_RANGE: {
    situation: badMember,
    cause: 'Codes have 6 to 9 characters.',
    help: 'Send 6 to 9, or leave it out for 6.',
  },
  MAIL_TEMPLATE_INVALID: {
    situation: 'bad magic link template / template variables',
    cause: 'The link lacks `%s`, or the variables are not a JSON object.',
    help: 'Correct the member named in the message.',
  },
  FEATURE_VALUE_INVALID: {
    situation: 'value of a feature not usable',
    cause: 'The value is not an origin or not a URL.',
    help: 'Send `https://` and a host; for origins without a path.',
  },
  OIDC_TOKEN_INVALID: {
    situation: 'OIDC token unreadable, unsigned, expired, wrong nonce, unregistered identity',
    cause: 'The message says which check failed.',
    help: 'Ask the issuer for a fresh token whose nonce is the SHA-256 of your target key’s text.',
  },
  VERIFICATION_TOKEN_INVALID: {
    situation: 'verification token unusable',
    cause: 'The token is expired, used, not issued here, or names another key or contact.',
    help: 'Verify the contact again.',
  },
  WEBHOOK_URL_INVALID: {
    situation: 'webhook URL not usable',
    cause: 'The URL is not HTTPS, or points to a private address.',
    help: 'Give a public HTTPS URL.',
  },
  OBJECT_TOO_LARGE: {
    situation: 'object too large',
    cause: 'With its names, texts and lists, the object would take more bytes than one of its kind may.',
    help: 'Shorten its texts or lists, or split it into several objects.',
  },
  CREDENTIAL_LIMIT_REACHED: {
    situation: 'eleventh long-lived key or authenticator',
    cause: 'The user holds as many credentials of this kind as it may.',
    help: 'Delete one that is not needed.',
  },
  RESOURCE_LIMIT_REACHED: {
    situation: 'organization resource limit reached',
    cause: 'The organization holds as many of this kind as it may.',
    help: 'Delete what is not needed, or spread over sub-organizations.',
  },
  STORAGE_LIMIT_REACHED: {
    situation: 'storage quota reached',
    cause:
      'The organization stored too many bytes in a short time, or the user did without a grant: by changing their own credentials and sessions, or by requests that wait for approval.',
    help: 'Wait: the quota refills evenly over 24 hours. Have waiting requests approved. Operators raise it with `--organization-storage`, `--sub-organization-storage` and `--user-storage`.',
  },
  MESSAGE_LIMIT_REACHED: {
    situation: 'too many requests',
    cause:
      'Too many codes, sign-in emails, recovery emails and invitations were sent to this contact in a short time.',
    help: 'Wait 15 minutes after the first of them.',
  },
  OTP_LIMIT_REACHED: {
    situation: 'too many requests',
    cause:
      'Too many one-time codes are live, were sent in a short time, or too many wrong codes were shown for the contact.',
    help: 'Wait until the earlier codes expire, or 15 minutes after the first of the wrong codes.',
  },
  RATE_LIMITED: {
    situation: 'too many requests',
    cause: 'More requests came from this address, or from this organization, than are served per second.',
    help: 'Wait as long as `Retry-After` says; spread the requests.',
  },
  RESOURCE_CHANGED: {
    situation: 'activity that waited and can no longer be executed',
    cause: 'While the activity waited for approvals, what it works on was changed or deleted.',
    help: 'Submit it again for the present state.',
  },
  ISSUER_UNREACHABLE: {
    situation: 'keys of an OIDC issuer out of reach',
    cause: 'The discovery document or the keys of the issuer could not be fetched.',
    help: 'Try again; check that the server may reach the issuer.',
  },
  HOST_NOT_ALLOWED: {
    situation: 'host that is not listed',
    cause:
      'Development servers and the ports of operators answer only for this machine and the hosts that they were given, so that no page in a browser reaches them under a name of its own.',
    help: 'Start the server with the name in `--allowed-hosts`, or use a name that is there.',
  },
  ORIGIN_NOT_ALLOWED: {
    situation: 'page of another site',
    cause:
      'A page in a browser asked a development server or the port of operators, which are for this machine.',
    help: 'Ask from a program, or from a page of this machine.',
  },
  HTTP_MALFORMED: {
    situation: 'bytes that are no request',
    cause: 'The bytes on the connection are something else, such as the start of TLS where there is none.',
    help: 'Use an HTTP client, and `https` where the server has a certificate.',
  },
  HTTP_ADDRESS_MALFORMED: {
    situation: 'bytes that are no request',
    cause: 'The `Host` header, or the path, holds what no address can.',
    help: 'Send the name and port of the server in `Host`, and a path of the reference.',
  },
  HTTP_TIMEOUT: {
    situation: 'bytes that are no request',
    cause: 'The headers or the body came too slowly.',
    help: 'Send the request again.',
  },
  HTTP_HEADERS_TOO_LARGE: {
    situation: 'bytes that are no request',
    cause: 'A stamp has some 300 characters, a passkey’s some 2,000; something else fills the headers.',
    help: 'Send fewer headers; cookies are never needed.',
  },
  HTTP_EXPECTATION_UNKNOWN: {
    situation: 'bytes that are no request',
    cause: 'The `Expect` header asks for something that no server of this kind does.',
    help: 'Leave the header out.',
  },
  HOST_INPUT_INVALID: {
    situation: 'input to a route of the host',
    cause: 'A route under `/dev`, or of the operators’ port, was given something that it does not take.',
    help: 'Send what the message names; `/dev/openapi.json` describes the routes of development.',
  },
  HOST_RESOURCE_NOT_FOUND: {
    situation: 'input to a route of the host',
    cause: 'A route under `/dev`, or of the operators’ port, does not exist, or what it names is not there.',
    help: 'Compare the path; `/dev/openapi.json` lists the routes of development.',
  },
  SHARE_REFUSED: {
    situation: 'share that does not unseal',
    cause: 'The text is not a share, is mistyped, or is of another set or database.',
    help: 'Give a share of the set that was made last for this database.',
  },
  NOT_BUILT: {
    situation: 'not built',
    cause: 'The protocol knows this, and this server does not do it.',
    help: 'See the API reference for what is served.',
  },
  INTERNAL: {
    situation: 'our fault',
    cause: 'Something went wrong inside. Nothing about it leaves the server but a random id.',
    help: 'Give the id to whoever runs the server; it stands in the log.',
  },
  SEALED: {
    situation: 'server sealed',
    cause: 'The server started and was not given its root secret yet.',
    help: 'Unseal it as its operator page says.',
  },
  STORE_UNAVAILABLE: {
    situation: 'database out of reach, full or too busy',
    cause:
      'The database did not do what the server asked. Nothing is half done; a submit may have been executed, and then the same body answers its activity.',
    help: 'Send the same body again after `Retry-After`; whoever runs the server finds the id in the log.',
  },
}
