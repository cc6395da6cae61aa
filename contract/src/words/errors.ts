/** The words of each error: when it occurs, why, and what to do. */
import type { ErrorCode } from '../errors.ts'

export interface ErrorWords {
  /** The situation that the error belongs to; several errors may share one. */
  situation: string
  /** Why it occurs. */
  cause: string
  /** What to do. */
  help: string
}

const badMember = 'required member missing, wrong type, unknown enum member'

export const errorWords: Readonly<Record<ErrorCode, ErrorWords>> = {
  BODY_MALFORMED: {
    situation: 'body is not JSON / not an object',
    cause: 'The body is empty, truncated, or not JSON in UTF-8.',
    help: 'Send exactly the JSON text that you signed.',
  },
  BODY_NOT_OBJECT: {
    situation: 'body is not JSON / not an object',
    cause: 'The body is a JSON array, string, number or null.',
    help: 'Send one JSON object.',
  },
  BODY_TOO_LARGE: {
    situation: 'body too large or nested too deeply',
    cause: 'The body is larger than this call accepts, or much longer than its members in compact JSON.',
    help: 'Remove whitespace and unknown members, or split the request; for signatures, sign digests instead of documents.',
  },
  BODY_TOO_DEEP: {
    situation: 'body too large or nested too deeply',
    cause: 'The body nests objects or arrays deeper than any request of this API needs.',
    help: 'Send only the members of the call.',
  },
  WORK_LIMIT_EXCEEDED: {
    situation: 'request that needs too much work',
    cause: 'The request has too many payloads, keys, bytes, objects or policy steps.',
    help: 'Split the request. If policies ran out of steps, avoid nested loops over long lists in them.',
  },
  PATH_NOT_FOUND: {
    situation: 'unknown path',
    cause:
      "No call has this path. Paths are case-sensitive and use underscores. Clients of the same protocol have methods for products that this server doesn't provide, such as `eth_send_transaction`.",
    help: 'Compare the path with the API reference. To send a transaction, sign it and send it through a node of its chain.',
  },
  METHOD_NOT_ALLOWED: {
    situation: 'wrong method',
    cause: 'The request was not a POST.',
    help: 'Send every call, including queries, as a POST with a JSON body.',
  },
  MEMBER_MISSING: {
    situation: badMember,
    cause: 'A required member is absent or null.',
    help: 'Add the member named in the message.',
  },
  MEMBER_TYPE: {
    situation: badMember,
    cause: 'A member has the wrong JSON type. Send 64-bit numbers as strings and 32-bit numbers as numbers.',
    help: 'Send the type named in the message.',
  },
  ENUM_UNKNOWN: {
    situation: badMember,
    cause: 'The value is not in the member’s enumeration.',
    help: 'Send one of the full names listed in the message.',
  },
  MEMBER_UNKNOWN: {
    situation: 'unknown member inside `parameters`',
    cause:
      'This version of the activity type, or this query, doesn’t have the member. It may be misspelled or belong to another version.',
    help: 'Remove the member, or use the version that has it.',
  },
  MEMBER_DUPLICATE: {
    situation: badMember,
    cause:
      'An object in the body has two members with the same name, so two parsers may read different values.',
    help: 'Send each member once.',
  },
  CHARACTER_HIDDEN: {
    situation: badMember,
    cause:
      'A text contains a control character, a bidirectional mark or an invisible character. Such a text could rewrite a terminal or imitate another name.',
    help: 'Remove the character named in the message. Notes may contain line breaks and tabs.',
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
    cause: 'A 64-bit number is not a string of decimal digits.',
    help: 'Send a string of digits.',
  },
  TIMESTAMP_MALFORMED: {
    situation: badMember,
    cause: '`timestampMs` is not a string of decimal digits.',
    help: 'Send the current time in milliseconds as a string of digits.',
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
    help: 'Send the id that `whoami` returns.',
  },
  ORGANIZATION_NOT_FOUND: {
    situation: 'organization unknown',
    cause: 'This server has no organization with this id, or the organization was deleted.',
    help: 'Check the id and the server’s address.',
  },
  TIMESTAMP_TOO_OLD: {
    situation: '`timestampMs` older than 1 h or over 5 min ahead',
    cause: 'The request was made more than an hour ago, or the client’s clock is slow.',
    help: 'Build and stamp the request again with the current time.',
  },
  TIMESTAMP_TOO_FAR_AHEAD: {
    situation: '`timestampMs` older than 1 h or over 5 min ahead',
    cause: 'The client’s clock is fast, or the time is not in milliseconds.',
    help: 'Correct the clock and send milliseconds.',
  },
  CALL_PATH_MISMATCH: {
    situation: 'stamped query sent to another path or without its binding',
    cause: 'The body names one call in `callPath`, and the query was sent to the path of another call.',
    help: 'Send the query to the path that it was stamped for, or stamp a new body.',
  },
  QUERY_BINDING_MISSING: {
    situation: 'stamped query sent to another path or without its binding',
    cause: 'The organization requires the call and the time in the body, by `FEATURE_NAME_BOUND_QUERIES`.',
    help: 'Add `timestampMs` and `callPath` to the body before you stamp it. Current SDKs add both members.',
  },
  STAMP_MISSING: {
    situation: 'no stamp at all',
    cause: 'The request has no stamp header.',
    help: 'Sign the body and send the stamp in the header that fits your credential.',
  },
  STAMPS_AMBIGUOUS: {
    situation: 'more than one stamp',
    cause: 'The request has several credentials, so the caller is ambiguous.',
    help: 'Send exactly one stamp header.',
  },
  STAMP_MALFORMED: {
    situation: 'stamp not base64url / not JSON / members missing',
    cause: 'The header can’t be parsed. `X-Stamp` is JSON in base64url; `X-Stamp-WebAuthn` is plain JSON.',
    help: 'Compare the stamp with the format on the stamps page.',
  },
  STAMP_SCHEME_MISMATCH: {
    situation: 'scheme does not fit the key',
    cause: 'The scheme and the registered key are for different curves.',
    help: 'Use the scheme for the key’s curve.',
  },
  API_KEY_NOT_FOUND: {
    situation: 'key or passkey not known in the organization (nor its parent)',
    cause: 'No user of the organization, or of its parent, has this public key.',
    help: 'Check the organization id. Check that the key is registered and was not deleted.',
  },
  PASSKEY_NOT_FOUND: {
    situation: 'passkey unknown (variant)',
    cause: 'No user of the organization, or of its parent, has this credential id.',
    help: 'Check the organization id. Offer only passkeys of this organization.',
  },
  API_KEY_SIGNATURE_INVALID: {
    situation: 'signature does not verify (API key / WebAuthn)',
    cause:
      'The signature doesn’t cover these bytes: the body was changed or serialized again after stamping.',
    help: 'Stamp the exact bytes that you send.',
  },
  PASSKEY_ASSERTION_INVALID: {
    situation: 'signature does not verify (API key / WebAuthn)',
    cause:
      'The challenge, origin, user presence or signature of the assertion is wrong. The message names it.',
    help: 'Use the lower-case hex SHA-256 of the body as challenge, and an allowed origin.',
  },
  API_KEY_EXPIRED: {
    situation: 'API key expired',
    cause: 'The key’s lifetime has ended.',
    help: 'Sign in again, or register a new key.',
  },
  CREDENTIAL_AMBIGUOUS: {
    situation: 'credential found in several sub-organizations (whoami by parent id)',
    cause: 'The same credential is registered in more than one sub-organization of this parent.',
    help: 'Send the id of the intended sub-organization.',
  },
  SESSION_INVALID: {
    situation: 'read-only session expired or forged',
    cause:
      'The session expired after its hour, belongs to another organization, or was not issued by this server.',
    help: 'Open a new session with `create_read_only_session`.',
  },
  SESSION_READ_ONLY: {
    situation: 'read-only session used for a submit',
    cause: 'A read-only session can only run queries.',
    help: 'Stamp the submit with a credential, or open a read-write session.',
  },
  ORGANIZATION_MISMATCH: {
    situation: 'submit stamped by a user of another organization (parent into child)',
    cause:
      'A user of the parent submitted into a sub-organization. A parent can only read, and start sign-in and recovery.',
    help: 'Have a user of the sub-organization stamp the request.',
  },
  NOT_PERMITTED_BY_POLICY: {
    situation: 'policy engine: nothing allows',
    cause:
      'No policy allows the request, and no approval could change that. Or a recovery key stamped it: such a key can only recover its user.',
    help: 'Read the outcome of each policy in `details`. Add a policy, or have the root quorum submit the request.',
  },
  DENIED_BY_POLICY: {
    situation: 'policy engine: explicit deny',
    cause: 'A deny policy applies. A deny overrides every allow.',
    help: 'Change the request, or the policy named in the message.',
  },
  ROOT_QUORUM_ONLY: {
    situation: 'root-only activity by a non-member',
    cause: 'Only the root quorum may submit this activity. Policies can’t grant it.',
    help: 'Have a member of the root quorum submit it.',
  },
  FEATURE_DISABLED: {
    situation: 'feature switched off (email auth, OTP, recovery)',
    cause: 'The feature is off in the user’s organization.',
    help: 'Have its root quorum turn it on with `set_organization_feature`.',
  },
  IMPORT_FOR_OTHER_USER: {
    situation: 'import for another user',
    cause: '`userId` is not the caller.',
    help: 'Import with your own user id.',
  },
  RECOVERY_CREDENTIAL_REQUIRED: {
    situation: 'recovery without the recovery credential',
    cause: 'The request was stamped with another credential, or with another user’s recovery credential.',
    help: 'Stamp it with the credential from the recovery email.',
  },
  PARENT_ORGANIZATION_ONLY: {
    situation: 'sub-organization asked to create a sub-organization',
    cause: 'Sub-organizations can’t be nested.',
    help: 'Submit it in the parent organization.',
  },
  SUB_ORGANIZATION_ONLY: {
    situation: 'call for sub-organizations sent to a parent organization',
    cause: 'The call works on sub-organizations, but the id is a parent’s.',
    help: 'Send the id of the sub-organization.',
  },
  RESOURCE_NOT_FOUND: {
    situation: 'query for an unknown resource id',
    cause: 'The organization has no object of this kind with this id, or it was deleted.',
    help: 'List the resources, and check the organization id.',
  },
  ACTIVITY_NOT_FOUND: {
    situation: 'unknown activity id / fingerprint',
    cause: 'The organization has no such activity.',
    help: 'Check the activity id or fingerprint and the organization id.',
  },
  SIGNER_NOT_FOUND: {
    situation: '`signWith` names no key here',
    cause: 'The address or id doesn’t belong to this organization, or its letter case differs.',
    help: 'Copy the address exactly from the wallet account.',
  },
  WALLET_ACCOUNT_NOT_FOUND: {
    situation: '`export_wallet_account` of an unknown address',
    cause: 'No wallet of this organization has an account with that address.',
    help: 'List the accounts of the wallet and copy the address.',
  },
  USER_NOT_FOUND: {
    situation: 'user named in an intent unknown',
    cause: 'The organization has no user with this id.',
    help: 'List the users, and check the organization id.',
  },
  CONTACT_NOT_FOUND: {
    situation: 'no user with that email or phone',
    cause: 'No user of the organization has this contact.',
    help: 'Create the user first. A deployment that must not reveal accounts may report success instead.',
  },
  POLICY_NAME_TAKEN: {
    situation: 'policy name taken',
    cause: 'Policy names are unique in an organization.',
    help: 'Choose another name, or update the policy with this name.',
  },
  NAME_TAKEN: {
    situation: 'name of wallet, key, tag, user taken',
    cause: 'Names are unique per kind in an organization.',
    help: 'Choose another name.',
  },
  CREDENTIAL_TAKEN: {
    situation: 'credential registered twice',
    cause: 'The public key, credential id or identity is already registered in this organization.',
    help: 'Use a new key pair, or the existing credential.',
  },
  DUPLICATE_ENTRY: {
    situation: 'list with a repeated entry',
    cause: 'A list of ids contains an id twice.',
    help: 'Send each id once.',
  },
  PATH_TAKEN: {
    situation: 'path already used in the wallet',
    cause: 'The wallet already has an account at this path, possibly with another address format.',
    help: 'Use the next index.',
  },
  KEY_IMPORTED_ALREADY: {
    situation: 'same seed or key imported twice',
    cause: 'The organization already holds this seed or key.',
    help: 'Use the object with the id in the message.',
  },
  SECRET_PUBLIC: {
    situation: 'public test key or phrase',
    cause:
      'The key or phrase is published in examples, standards or test vectors. Development servers accept it.',
    help: 'Generate a new one and keep it secret.',
  },
  POLICY_EXPRESSION_INVALID: {
    situation: 'invalid condition / consensus',
    cause:
      'The expression does not parse, names an unknown field, mixes types, is not a boolean, or has a clause that no request can satisfy.',
    help: 'Correct the expression at the position in the message.',
  },
  THRESHOLD_TOO_LOW: {
    situation: 'quorum threshold zero, above the number of users, no users',
    cause: 'A root quorum needs at least one approval.',
    help: 'Set the threshold to 1 or more.',
  },
  THRESHOLD_TOO_HIGH: {
    situation: 'quorum threshold zero, above the number of users, no users',
    cause: 'The threshold requires more approvals than there are root users.',
    help: 'Add root users first, then raise the threshold.',
  },
  QUORUM_EMPTY: {
    situation: 'quorum threshold zero, above the number of users, no users',
    cause: 'The list of root users is empty.',
    help: 'Name at least one user.',
  },
  QUORUM_USER_NOT_FOUND: {
    situation: 'quorum names an unknown user',
    cause: 'The quorum contains an id that no user of this organization has.',
    help: 'List the users and copy the ids.',
  },
  QUORUM_MEMBER_DELETION: {
    situation: 'deleting a quorum member',
    cause: 'The user still belongs to the root quorum.',
    help: 'Remove the user with `update_root_quorum`, then delete the user.',
  },
  LAST_CREDENTIAL: {
    situation: 'user left without a long-lived credential',
    cause:
      'The user would have no long-lived credential. In a sub-organization, email auth, OTP, recovery or OAuth can replace it.',
    help: 'Register another long-lived credential first, or keep a sign-in method on.',
  },
  MNEMONIC_LENGTH_INVALID: {
    situation: '`mnemonicLength` outside 12/15/18/21/24',
    cause: 'BIP-39 defines only these lengths.',
    help: 'Send 12, 15, 18, 21 or 24, or leave it out for 12.',
  },
  DERIVATION_PATH_INVALID: {
    situation: 'bad path, path format, curve, address format, or a pair that does not fit',
    cause: 'The path can’t be parsed, an index is too large, or a step on ed25519 is not hardened.',
    help: 'Use the default path of the address format.',
  },
  ADDRESS_FORMAT_MISMATCH: {
    situation: 'bad path, path format, curve, address format, or a pair that does not fit',
    cause: 'The address format is for the other curve.',
    help: 'Choose the curve listed for the address format.',
  },
  PUBLIC_KEY_INVALID: {
    situation: 'public key not a point of its curve; bad target public key',
    cause: 'The public key is not hex, has the wrong length, or is not a point of the curve.',
    help: 'Send the compressed public key in hex. For Ed25519, send its 32 bytes.',
  },
  TARGET_PUBLIC_KEY_INVALID: {
    situation: 'public key not a point of its curve; bad target public key',
    cause: 'The target key is not a P-256 public key.',
    help: 'Send it uncompressed: 130 hex digits beginning with 04.',
  },
  CLIENT_SIGNATURE_INVALID: {
    situation: 'client signature does not verify',
    cause: 'The signature is by another key than the one in the token, or covers another message.',
    help: 'Sign with the session key whose public key is in the token.',
  },
  ATTESTATION_INVALID: {
    situation: 'attestation unreadable, or for another challenge or origin',
    cause: 'The attestation can’t be parsed, or its challenge, origin or type is unexpected.',
    help: 'Pass on the browser’s response unchanged, with the challenge that you gave it.',
  },
  PAGE_LIMIT_OUT_OF_RANGE: {
    situation: 'limit outside 1–100, bad cursor',
    cause: 'A page has 1 to 100 entries.',
    help: 'Send "1" to "100", as a string, or leave it out for 10.',
  },
  CURSOR_INVALID: {
    situation: 'limit outside 1–100, bad cursor',
    cause: '`before` or `after` is not the id of an entry in this list.',
    help: 'Send the id of the first or last entry of your current page.',
  },
  EXPIRATION_SECONDS_INVALID: {
    situation: '`expirationSeconds` not a positive whole number',
    cause: 'The lifetime is outside the bounds in the message, or is not a whole number of seconds.',
    help: 'Send whole seconds within the bounds, as a string, such as "900".',
  },
  PAYLOAD_MALFORMED: {
    situation: 'payload not hex; NO_OP with other than 32 bytes; hash function unfit for the curve',
    cause: 'The payload can’t be decoded with the given encoding.',
    help: 'Send hex with an even number of digits, or set `encoding` to the encoding that you use.',
  },
  PAYLOAD_NOT_DIGEST: {
    situation: 'payload not hex; NO_OP with other than 32 bytes; hash function unfit for the curve',
    cause: 'Without a hash function the payload must be the digest itself.',
    help: 'Hash the payload first, or set `hashFunction`.',
  },
  HASH_FUNCTION_MISMATCH: {
    situation: 'payload not hex; NO_OP with other than 32 bytes; hash function unfit for the curve',
    cause: 'Keys on ed25519 accept only HASH_FUNCTION_NOT_APPLICABLE; keys on secp256k1 never accept it.',
    help: 'Choose the hash function that fits the curve of the key.',
  },
  TRANSACTION_MALFORMED: {
    situation: 'unsigned transaction does not parse, is already signed, or belongs to another signer',
    cause: 'The bytes are not a transaction of the given type. The message says what can’t be parsed.',
    help: 'Serialize the unsigned transaction and send it in hex.',
  },
  TRANSACTION_SIGNED: {
    situation: 'unsigned transaction does not parse, is already signed, or belongs to another signer',
    cause: 'The transaction already contains a signature.',
    help: 'Serialize it without a signature.',
  },
  TRANSACTION_SIGNER_MISMATCH: {
    situation: 'unsigned transaction does not parse, is already signed, or belongs to another signer',
    cause: 'The transaction doesn’t need a signature by this key.',
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
      'The bundle was sealed to another key, was used before, or contains no valid secret. The error never says which.',
    help: 'Start again with the init call and seal the secret to its key.',
  },
  DELETE_UNEXPORTED: {
    situation: 'deleting unexported keys without the flag',
    cause: 'Keys that were never exported would be lost permanently.',
    help: 'Export first, or set `deleteWithoutExport` to true.',
  },
  OTP_INVALID: {
    situation: 'wrong, used, expired or locked OTP code; unknown otpId',
    cause:
      'The code doesn’t work. Every reason has the same message, so that attackers learn nothing from it.',
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
    help: 'Send `https://` and a host. An origin has no path.',
  },
  OIDC_TOKEN_INVALID: {
    situation: 'OIDC token unreadable, unsigned, expired, wrong nonce, unregistered identity',
    cause: 'The token failed the check named in the message.',
    help: 'Ask the issuer for a fresh token whose nonce is the SHA-256 of your target key’s text.',
  },
  VERIFICATION_TOKEN_INVALID: {
    situation: 'verification token unusable',
    cause: 'The token expired, was used, was not issued by this server, or is for another key or contact.',
    help: 'Verify the contact again.',
  },
  WEBHOOK_URL_INVALID: {
    situation: 'webhook URL not usable',
    cause: 'The URL is not HTTPS, or points to a private address.',
    help: 'Use a public HTTPS URL.',
  },
  OBJECT_TOO_LARGE: {
    situation: 'object too large',
    cause: 'With its names, texts and lists, the object would exceed the size limit of its kind.',
    help: 'Shorten its texts or lists, or split it into several objects.',
  },
  CREDENTIAL_LIMIT_REACHED: {
    situation: 'eleventh long-lived key or authenticator',
    cause: 'The user has the maximum number of credentials of this kind.',
    help: 'Delete a credential that is no longer needed.',
  },
  RESOURCE_LIMIT_REACHED: {
    situation: 'organization resource limit reached',
    cause: 'The organization has the maximum number of objects of this kind.',
    help: 'Delete objects that are no longer needed, or use several sub-organizations.',
  },
  STORAGE_LIMIT_REACHED: {
    situation: 'storage quota reached',
    cause:
      'The organization stored too many bytes in a short time, or the user did with unapproved changes: their own credentials and sessions, or requests that wait for approval.',
    help: 'Wait: the quota refills evenly over 24 hours. Have waiting requests approved. Operators raise it with `--organization-storage`, `--sub-organization-storage` and `--user-storage`.',
  },
  MESSAGE_LIMIT_REACHED: {
    situation: 'too many requests',
    cause:
      'Too many codes, sign-in emails, recovery emails and invitations were sent to this contact in a short time.',
    help: 'Wait until 15 minutes after the first message.',
  },
  OTP_LIMIT_REACHED: {
    situation: 'too many requests',
    cause:
      'Too many one-time codes are valid, too many were sent in a short time, or too many wrong codes were entered for the contact.',
    help: 'Wait until the earlier codes expire, or until 15 minutes after the first wrong code.',
  },
  RATE_LIMITED: {
    situation: 'too many requests',
    cause: 'This address or organization sent more requests per second than the server allows.',
    help: 'Wait for the time in `Retry-After`, and spread the requests.',
  },
  RESOURCE_CHANGED: {
    situation: 'activity that waited and can no longer be executed',
    cause: 'While the activity waited for approvals, an object that it uses was changed or deleted.',
    help: 'Submit a new activity for the current state.',
  },
  ISSUER_UNREACHABLE: {
    situation: 'keys of an OIDC issuer out of reach',
    cause: 'The issuer’s discovery document or keys could not be fetched.',
    help: 'Try again. Check that the server can reach the issuer.',
  },
  HOST_NOT_ALLOWED: {
    situation: 'host not allowed',
    cause:
      'Development servers and operator ports serve only this machine and the allowed hosts, so that a web page can’t reach them by DNS rebinding.',
    help: 'Add the name to `--allowed-hosts`, or use an allowed name.',
  },
  ORIGIN_NOT_ALLOWED: {
    situation: 'web page of another site',
    cause:
      'A web page of another site called a development server or an operator port, which serve this machine only.',
    help: 'Call from a program, or from a page on this machine.',
  },
  HTTP_MALFORMED: {
    situation: 'malformed HTTP request',
    cause: 'The bytes on the connection aren’t HTTP, such as a TLS handshake on a plain HTTP port.',
    help: 'Use an HTTP client, and `https` if the server has a certificate.',
  },
  HTTP_ADDRESS_MALFORMED: {
    situation: 'malformed HTTP request',
    cause: 'The `Host` header or the path is not valid in an address.',
    help: 'Send the server’s name and port in `Host`, and a path from the reference.',
  },
  HTTP_TIMEOUT: {
    situation: 'malformed HTTP request',
    cause: 'The headers or the body arrived too slowly.',
    help: 'Send the request again.',
  },
  HTTP_HEADERS_TOO_LARGE: {
    situation: 'malformed HTTP request',
    cause: 'The headers are too large. A stamp has about 300 characters, a passkey stamp about 2,000.',
    help: 'Send fewer headers. The API needs no cookies.',
  },
  HTTP_EXPECTATION_UNKNOWN: {
    situation: 'malformed HTTP request',
    cause: 'The server supports no expectation other than 100-continue.',
    help: 'Remove the header.',
  },
  HOST_INPUT_INVALID: {
    situation: 'input to a route of the host',
    cause: 'A route under `/dev` or of the operator port received input that it doesn’t accept.',
    help: 'Correct the input named in the message. `/dev/openapi.json` describes the development routes.',
  },
  HOST_RESOURCE_NOT_FOUND: {
    situation: 'input to a route of the host',
    cause: 'The route under `/dev` or of the operator port doesn’t exist, or the object in its path doesn’t.',
    help: 'Check the path. `/dev/openapi.json` lists the development routes.',
  },
  SHARE_REFUSED: {
    situation: 'invalid share',
    cause: 'The text is not a share, is mistyped, or belongs to another set or database.',
    help: 'Enter a share of this database’s latest set.',
  },
  NOT_BUILT: {
    situation: 'not built',
    cause: 'The protocol defines this, but this server doesn’t implement it.',
    help: 'See the API reference for what the server implements.',
  },
  INTERNAL: {
    situation: 'our fault',
    cause: 'An unexpected error occurred. The server’s log has the details under the id in the message.',
    help: 'Send the id to the operator.',
  },
  ROW_ALTERED: {
    situation: 'database changed outside the server',
    cause:
      'The server found a row that it did not write, an old version of a row, or a row missing. Requests that read the row fail until it is restored.',
    help: 'Ask the operator to list the changes with `keywright journal verify` and to restore the rows from a backup.',
  },
  SEALED: {
    situation: 'server sealed',
    cause: 'The server hasn’t received its root secret since it started.',
    help: 'Unseal it as described on the operator pages.',
  },
  STORE_UNAVAILABLE: {
    situation: 'database out of reach, full or too busy',
    cause:
      'The database failed or didn’t respond in time. A submit may have been executed: the same body then returns its activity.',
    help: 'Send the same body again after `Retry-After`. If it fails again, send the id to the operator.',
  },
}
