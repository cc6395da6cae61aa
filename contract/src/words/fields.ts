/**
 * What a member means wherever it appears under this name. An owner (an entity or a call) with
 * another or a narrower meaning has its own words.
 */
export const fieldWords: Readonly<Record<string, string>> = {
  // Ids
  organizationId: 'Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent.',
  activityId: 'Id of the activity, a UUID.',
  apiKeyId: 'Id of the API key, a UUID.',
  apiKeyIds: 'Ids of the API keys, in the order of the request.',
  authenticatorId: 'Id of the authenticator, a UUID.',
  authenticatorIds: 'Ids of the authenticators, in the order of the request.',
  endpointId: 'Id of the webhook endpoint, a UUID.',
  invitationId: 'Id of the invitation, a UUID.',
  invitationIds: 'Ids of the new invitations, in the order of the request.',
  policyId: 'Id of the policy, a UUID.',
  policyIds: 'Ids of the policies, in the order of the request.',
  privateKeyId: 'Id of the private key, a UUID.',
  privateKeyIds: 'Ids of the private keys.',
  privateKeyTagId: 'Id of the private key tag, a UUID.',
  privateKeyTagIds: 'Ids of the private key tags.',
  providerId: 'Id of the OAuth provider, a UUID.',
  providerIds: 'Ids of the OAuth providers, in the order of the request.',
  subOrganizationId: 'Id of the new sub-organization, a UUID.',
  userId: 'Id of the user, a UUID.',
  userIds: 'Ids of the users.',
  userTagId: 'Id of the user tag, a UUID.',
  userTagIds: 'Ids of the user tags.',
  voteId: 'Id of the vote after which the policies were evaluated, a UUID.',
  walletAccountId: 'Id of the wallet account, a UUID.',
  walletAccountIds: 'Ids of the wallet accounts.',
  walletId: 'Id of the wallet, a UUID.',
  walletIds: 'Ids of the wallets.',
  otpId: 'Id of the one-time code that was sent. It is not the code.',

  // Names
  apiKeyName: 'Name of the API key, 1 to 255 characters.',
  authenticatorName: 'Name of the authenticator, 1 to 255 characters.',
  organizationName: 'Name of the organization, 1 to 255 characters.',
  policyName: 'Name of the policy, 1 to 255 characters, unique in the organization.',
  privateKeyName: 'Name of the private key, 1 to 255 characters, unique in the organization.',
  providerName:
    'Name of the OAuth provider, 1 to 255 characters. A label; the identity is issuer, audience and subject.',
  subOrganizationName: 'Name of the sub-organization, 1 to 255 characters.',
  userName: 'Name of the user, 1 to 255 characters, unique in the organization.',
  username: 'Name of the user.',
  walletName: 'Name of the wallet, 1 to 255 characters, unique in the organization.',
  privateKeyTagName:
    'Name of the tag, 1 to 255 characters, unique among private key tags of the organization.',
  userTagName: 'Name of the tag, 1 to 255 characters, unique among user tags of the organization.',
  newPrivateKeyTagName: 'New name of the tag. If omitted, the name does not change.',
  newUserTagName: 'New name of the tag. If omitted, the name does not change.',
  appName: 'Name of your application, shown in the message.',

  // Contacts
  email: 'Email address of a user of the organization.',
  userEmail: 'Email address of the user. Required for email auth, OTP by email and email recovery.',
  userPhoneNumber:
    'Phone number of the user in E.164 format: a plus sign and 7 to 15 digits. Required for OTP by SMS.',
  contact:
    'Where the code goes: the email address or the E.164 phone number of a user, according to `otpType`.',
  sendFromEmailAddress: 'Sender address of the email. Default: the address configured on the server.',
  sendFromEmailSenderName: 'Sender name of the email. Default: the name configured on the server.',
  replyToEmailAddress: 'Address for replies to the email. If omitted, none.',

  // Times
  createdAt: 'When the object was created.',
  updatedAt: 'When the object last changed.',
  expirationSeconds: 'Lifetime in whole seconds. A 64-bit number, sent as a string, such as `"900"`.',

  // Keys, signatures, bundles
  publicKey: 'Public key in lower-case hex, without `0x`.',
  targetPublicKey:
    'Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The response is sealed to it.',
  credentialBundle:
    'The new API key, sealed to `targetPublicKey`: base58check of the 33-byte encapsulated key and the ciphertext (HPKE, RFC 9180).',
  exportBundle:
    'JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; the secret is inside `data`, sealed to `targetPublicKey`. Check the signature before you open it.',
  importBundle:
    'JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; `data` contains the key to seal the import to. Check the signature before you use it.',
  encryptedBundle:
    'JSON text with `encappedPublic` and `ciphertext`: the secret, sealed to the key of the import bundle.',
  curve: 'Curve of the key.',
  curveType: 'Curve of the public key.',
  address: 'The address, exactly as the engine returned it, including letter case.',
  addresses: 'Addresses, in the order of the request.',
  addressFormat: 'How the public key is written as an address.',
  addressFormats: 'Address formats for the key. Each must fit the curve.',
  path: "Derivation path: `m`, then `/index` or `/index'` (hardened), each index 0 to 2147483647. On ed25519 every step must be hardened. A path is used once in a wallet.",
  pathFormat: 'Notation of the path.',
  mnemonicLength: 'Words of the recovery phrase: 12, 15, 18, 21 or 24. Default: 12.',
  exported: 'Whether the secret was exported.',
  imported: 'Whether the secret was imported.',
  deleteWithoutExport:
    'If true, keys that were never exported are deleted too. If false or omitted, the request is rejected unless every affected key was exported.',

  // Signing
  signWith:
    'Who signs: the address of a wallet account, the address of a private key, or the id of a private key. Matched exactly, including letter case.',
  payload: 'What to sign, written in `encoding`.',
  payloads: 'What to sign, each written in `encoding`. Signed in order, all or none.',
  encoding: 'How the payload is written.',
  hashFunction: 'How the payload is hashed before it is signed.',
  r: 'First half of the signature: 64 hex digits, left-padded, without `0x`.',
  s: 'Second half of the signature: 64 hex digits, left-padded, without `0x`. Low-s for ECDSA.',
  v: 'Recovery id, two hex digits: `00` or `01` for ECDSA on secp256k1; `00` for Ed25519 and Schnorr. Add 27 for Ethereum tools that expect it.',
  unsignedTransaction: 'The serialized transaction without signatures, in hex, with or without `0x`.',
  signedTransaction: 'The serialized transaction with the signature, in hex, without `0x`.',

  // Users and credentials
  accessType: 'How the user is meant to sign in. Recorded only: the credentials decide.',
  apiKeys: 'API keys of the user.',
  authenticators: 'Authenticators (passkeys) of the user.',
  oauthProviders: 'Identities at OpenID Connect issuers under which the user can sign in.',
  userTags: 'Ids of the user’s tags.',
  challenge: 'The challenge that the client data must contain.',
  attestation: 'The response of the browser or platform to the registration.',
  transports: 'How the authenticator communicates with the device.',
  attestationObject:
    'Attestation object of the registration: CBOR with `fmt`, `attStmt` and `authData`, in base64url.',
  clientDataJson: 'Client data of the registration, in base64url. Its type must be `webauthn.create`.',
  credentialId: 'WebAuthn credential id, in base64url.',
  authenticatorAttachment: 'Whether the authenticator is part of the device.',
  oidcToken:
    'OpenID Connect id token: a signed JWT. Signature, issuer, audience, subject and expiry are checked against the issuer’s published keys.',
  invalidateExisting:
    'If true, the new key ends the user’s earlier keys of the same kind. If false or omitted, they stay valid until they expire.',
  verificationToken:
    'Token from `verify_otp` that proves control of an email address or phone number. A JWT, signed by the engine.',
  clientSignature:
    'Signature by the key that the verification token names, over a text that names the token; proves that the sender has the private key.',
  sessionExpiry: 'When the session ends, in seconds since 1970-01-01 UTC. A 64-bit number, sent as a string.',

  // Messages
  emailCustomization: 'Content and appearance of the email.',
  smsCustomization: 'Content of the text message.',
  logoUrl: 'URL of a PNG, shown in a box of 340×124 pixels.',
  magicLinkTemplate:
    'URL of your application with one `%s`, which is replaced by the credential bundle. If omitted, the email shows the bundle itself.',
  templateVariables: 'JSON object, as text: values for the variables of the email template.',
  templateId: 'Id of an email template that is configured on the server.',
  otpType: 'Email or SMS.',
  otpCode: 'The code that the user received.',
  otpLength: 'Characters of the code, 6 to 9. Default: 6.',
  alphanumeric: 'If true, codes have letters and digits; if false, only digits.',
  userIdentifier:
    'Identifies the person or device that asks, such as a hash of its network address. With it, at most 3 codes are sent per 3 minutes.',

  // Policies and votes
  condition:
    'Expression over the request (`activity`, `wallet`, `private_key`, `eth.tx`, `solana.tx`) that says when the policy applies. If omitted, always.',
  consensus: 'Expression over `approvers` that says whose approval is enough. If omitted, anyone’s.',
  effect: 'What the policy does when both expressions are true.',
  notes: 'Free text for people.',
  fingerprint:
    'Identifies the request: `sha256:` and the lower-case hex SHA-256 of the exact body bytes. The same bytes name the same activity.',

  // Organizations
  features: 'Features that are enabled in the organization.',
  quorum: 'The root quorum: users and how many of them must approve.',
  rootQuorumThreshold:
    'How many root users must approve actions that are reserved for the root quorum: at least 1, at most the number of root users.',
  rootUserIds: 'Ids of the root users, in the order of the request.',
  disableEmailAuth: 'If true, email auth is off in the sub-organization.',
  disableEmailRecovery: 'If true, email recovery is off in the sub-organization.',
  disableOtpEmailAuth: 'If true, one-time codes by email are off in the sub-organization.',
  disableSmsAuth: 'If true, one-time codes by SMS are off in the sub-organization.',
  organizationIds: 'Ids of the sub-organizations found, newest first.',
  paginationOptions: 'Which page of the list.',
  filterType: 'What `filterValue` is compared with. If omitted, no filter.',
  filterValue: 'The value to look for, required with `filterType`. If nothing matches, the list is empty.',

  // Webhooks
  url: 'HTTPS URL that receives the events.',
  isActive: 'Whether events are delivered.',
  subscriptions: 'The events sent to the endpoint.',
  webhookEndpoint: 'The endpoint after the change.',
  webhookEndpoints: 'The endpoints of the organization.',

  // Lists and objects that queries return
  account: 'The wallet account.',
  accounts: 'Accounts to derive, in this order. Each path is used once in a wallet.',
  activities: 'The activities of this page, newest first.',
  activity: 'The activity in its current state, as the caller sees it.',
  apiKey: 'The API key.',
  authenticator: 'The authenticator.',
  configs: 'Features and root quorum of the organization.',
  policies: 'The policies.',
  policy: 'The policy.',
  policyEvaluations: 'The outcome of each policy.',
  privateKey: 'The private key, without its secret.',
  privateKeys: 'The private keys.',
  privateKeyTags: 'Ids of the private key’s tags.',
  user: 'The user.',
  users: 'The users.',
  wallet: 'The wallet.',
  wallets: 'The wallets.',
  signatures: 'One signature for each payload, in order.',
  invitations: 'The invitations to send.',
}
