/**
 * Values that examples use, the same everywhere. Wallet addresses belong to the public test phrase (eleven
 * times `abandon`, then `about`); keys and bundles are public test values, derived from known text. None of them
 * may ever hold anything.
 */

export const sampleIds = {
  organization: '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10',
  subOrganization: '5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21',
  user: '8d5f2f5e-1f0a-4a6e-9a35-2f1f0c7b6e21',
  secondUser: 'c41e7a90-53b8-4d0f-8f6e-91d2a7c05b32',
  wallet: 'f0b1c7d2-6a4e-5c3b-9d18-7e2f5a60c943',
  walletAccount: '2e8a6b14-9f37-4c5d-a1b0-6d4f83e7c054',
  privateKey: '91c3d5e7-2b4a-4f68-8a0c-d1e3f5a7b965',
  apiKey: '4a7e91b3-c85d-4260-9f1e-b3d7a52c8076',
  authenticator: 'd6b80f2c-3e91-47a5-8c64-5f0a9e1b7d87',
  provider: '7f2d4c6a-81e5-4b93-a0d7-e9c1b5f34a98',
  policy: '0e5c9a83-7d16-4f2b-b84e-2a6f1d93c0a9',
  secondPolicy: '6b1f8e2d-04c7-49a3-9e5b-c7d0f2a816ba',
  userTag: 'b9d4e6f1-5a28-4073-8c9e-1f7b3a0d62cb',
  privateKeyTag: '38c7a1e5-f960-4d2b-a47c-90e6b5d813dc',
  invitation: 'e2f6b0d4-18a9-4c57-93eb-7d05c4a1f8ed',
  activity: '01938f7c-2a00-7c41-b6d2-4e9f0a5c83fe',
  vote: '01938f7c-2a01-7e52-9b0d-a3c7f816d20f',
  evaluation: '01938f7c-2a02-7f63-8c1e-b4d8a927e310',
  otp: '5d0e8a71-b3f6-42c9-8e14-0c9b7f2d6a11',
  endpoint: 'a71c3e5f-90d2-4b86-8f5a-e1c4d7b30922',
} as const

export const sampleAddresses = {
  ethereum: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  secondEthereum: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
  solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  /** Of the sample private key. */
  privateKey: '0x3E54781A9f228D293128DAf0706E0eE8A0308D7D',
} as const

/** Public keys, hex. */
export const samplePublicKeys = {
  /** P-256, compressed: stamps requests. */
  apiKey: '02ab39156edf0c7b1baa2116acdc3ef3af2089803b536e261b9dc79c0d546fd957',
  /** P-256, compressed: the key of a session. Its private half is the SHA-256 of `Keywright sample session key`. */
  session: '025024999924a6448871598792f23d615f8f024123984600c3f49f346bb14327e1',
  /** P-256, uncompressed: the key to which answers are sealed. */
  target:
    '040bfec9e14e42b182f73b2f2d23fcbfbead830da689cde34e1fda46920e09d1d88466b4dee9131b907c5d24b61214a9e6e191a75694b66478da2f000619e003d6',
  /** secp256k1, compressed: the Ethereum account of the test phrase. */
  ethereum: '0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299',
  /** secp256k1, compressed: the sample private key. */
  privateKey: '03a44e12002a29937a111f4e20634ec994fbd2241634eeef35b5f7e56bd2f02644',
} as const

/** Sealed and signed values; each was made by the procedure that its field documents. */
export const sampleBundles = {
  credential:
    '2Bm2PbMR7mrYeRLTVs9rkuBecUu2x6jUp4sFzjNH18Cu6jBYXsrumpRC4ashYgADg13MJzVcDe5eRX9wHZ8F8xTf56BiCzThETkEBjGDauXeXztD2nmy',
  export:
    '{"version":"v1.0.0","data":"7b22656e6361707065645075626c6963223a2230346263653835376330386134343066626334336535633161363430653731303236653330373366393838346533343438633836386235333635353130393232353331333239613434343764656439346634616439626263633636313133326439326235613665353863306133636666343533306130376332383138383062663137222c2263697068657274657874223a223265626538336633633232306563323434663362663633623837326166653337663634303139333832666666636431633330633666343539396338653864323666333139653139373132393937633937653565376363306464306631323339383130643031663730303633313633343261626666653633623637383533316366633035366364363037663630306163633162643933636531313630623133613062316439343934343062373565313138353630336636623766646566313331303762313532366637336130363636383631646636363736326366222c226f7267616e697a6174696f6e4964223a2233623066366336652d306330652d346634332d396335332d366433613566336331613130227d","dataSignature":"30450221009c2f67ee7fbc77e1a0413163b30aadf9d2d727e31476a93a606b6ed84e3ea0e602207565f3abdba40ea29427dc90381fd8806192f5f5e484b86ab1e29f6976cdc689","enclaveQuorumPublic":"0437e450cf8d03288510cf1128ee5e54635ea17ccaf778ba56e97414f7263f0666f178f0111508d90ab4799942affa1b0b5ea52ac1e291cf418d3a649a8e292beb"}',
  import:
    '{"version":"v1.0.0","data":"7b227461726765745075626c6963223a2230346264353339333333366337303965386364316261353831336339326466663235316430386335663564363662363830393030643639363330303034643965353364643261666339393330356335656233656563323631366136333038393933346432303764343535323062636536363664616266333665666466336433353264222c226f7267616e697a6174696f6e4964223a2233623066366336652d306330652d346634332d396335332d366433613566336331613130222c22757365724964223a2238643566326635652d316630612d346136652d396133352d326631663063376236653231227d","dataSignature":"30460221009a5480da8df75a1d7ebb60b40a444158b7628f6c20b92833cec22b445d9054f1022100feb1ac107234b8c125b630bc7fa34537ae4020df05e5b3b2c6f127914187807a","enclaveQuorumPublic":"0437e450cf8d03288510cf1128ee5e54635ea17ccaf778ba56e97414f7263f0666f178f0111508d90ab4799942affa1b0b5ea52ac1e291cf418d3a649a8e292beb"}',
  encrypted:
    '{"encappedPublic":"04413494dbcfc595d050a44db2ef95da46f95b08042025cd916dff76a07c0a53e2c64ef769d788a20fd4f1009af3282e1764303b66ddf477f9e927250a997ae2ab","ciphertext":"9dca4ba9f53c139d8e943a4adc8b1866dfad698e3b270250de653517ff03fe87b41187f9a118730ef229bca9a90739e31924c1f4f8eb1c7338fdbc09fa5034ff1ba43ba04cbbbe0d7b05aeecdeee33a5098e76eeb9107cbaf46bb88d2ab948427ac52d21e3f8af6e472592b655"}',
  otpTarget:
    '{"version":"v1.0.0","data":"7b227461726765745075626c6963223a2230343766303662373732633933656562636666353866653836346535336262383266373831636464626262653333323433356264393966393234653662343837313930656434373366653735643039363637343034333761383766646661613939363431666234366464663931353436326530623431303831653238393131316133222c226f7267616e697a6174696f6e4964223a2233623066366336652d306330652d346634332d396335332d366433613566336331613130227d","dataSignature":"3045022100bcaad0a6e603582012e4aef2221accf8544c6100409480b4263235c49a94a99c02203056cc24f0d78978f1d965c38b63de874076c79533de26ea186654510f9bb48a","enclaveQuorumPublic":"0437e450cf8d03288510cf1128ee5e54635ea17ccaf778ba56e97414f7263f0666f178f0111508d90ab4799942affa1b0b5ea52ac1e291cf418d3a649a8e292beb"}',
  encryptedOtp:
    '{"encappedPublic":"042e2a1fb1918f53d4bb41d15700e7e25fb48ca69b567db2d3d0459a467a845b63fe18602a61b7d76a7b7017cbc3aee8eb681f0af7ac740c1492be20557d142b36","ciphertext":"0ff2ac0f3ce0ae899f1edc2efaf9931f39216705081fe8194551ee87048b3bbcad57e3e59d652ac26c20f0dfccaeffa1b2586cd8e451bf19dcafe295bfbd436239a6a6152185dc2c1e8c8bf53866396f16375d0848ea60b8ff6aafeb0a7ea0713204e143193ffe21d00eddd4d0dd32c5f8853b442123c8"}',
} as const

export const sampleSigning = {
  /** Keccak-256 of `hello`. */
  digest: '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8',
  /** By the Ethereum account of the test phrase, over the digest. */
  signature: {
    r: 'a617747480c00ab06e74ef84bc0681b8e3408d9c2ec344b50673fa38dbe68f57',
    s: '373ca52817f06a8cebda66f5a31d09bf24c07027f4da2c50a89eacc54ee48083',
    v: '01',
  },
  /** Keccak-256 of `world`. */
  secondDigest: '8452c9b9140222b08593a26daa782707297be9f7b3e8281d7b4974769f19afd0',
  secondSignature: {
    r: '4ac3feee9a5c22e50f85756e42c3d0f18e435f224fa8ac9a37659ae6ee4d17aa',
    s: '0435670b39468124e2a0d5bfa66aac3f4be6b417112940a07ad872c868c74d4a',
    v: '00',
  },
  /** A thousandth of an ether to the second account of the test phrase, on chain 11155111. */
  unsignedTransaction:
    '02f283aa36a780843b9aca008504a817c800825208946fac4d18c912343bf86fa7049364dd4e424ab9c087038d7ea4c6800080c0',
  signedTransaction:
    '02f87583aa36a780843b9aca008504a817c800825208946fac4d18c912343bf86fa7049364dd4e424ab9c087038d7ea4c6800080c001a018b4dc692a8f8af7c39d2c901f5a5d27594db5d556fe55350675824ccb13bb97a0514eb56d3e5f870cd1baab0ec95d6ac8486f8a9fc005f1c1421c2bd52805051e',
} as const

/** A stamped request, byte for byte, and its stamp by the sample API key. */
export const sampleStamp = {
  body: '{"type":"ACTIVITY_TYPE_CREATE_WALLET","timestampMs":"1734000000000","organizationId":"3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10","parameters":{"walletName":"Treasury","accounts":[{"curve":"CURVE_SECP256K1","pathFormat":"PATH_FORMAT_BIP32","path":"m/44\'/60\'/0\'/0/0","addressFormat":"ADDRESS_FORMAT_ETHEREUM"}]}}',
  fingerprint: 'sha256:4ae05316b856c9aadd7e096429301427d8a7d79eb0faeb2cd0f8137bfde09935',
  publicKey: '02ab39156edf0c7b1baa2116acdc3ef3af2089803b536e261b9dc79c0d546fd957',
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  signature:
    '3044022053d2ed68fecb1e02d6aaea3cf97224146351b4497338a29e24490a0c42336020022062d0cbff914b7086a657fd5b09db66dd5f7074db13b0983ff1928e83a7078220',
} as const

/** Tokens with real members; where a signature belongs, they carry the word `example`. */
export const sampleTokens = {
  /** iss https://accounts.example.com, aud keywright-docs, sub 10001, and the nonce of the sample target key. */
  oidc: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImRvY3MiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUuY29tIiwiYXVkIjoia2V5d3JpZ2h0LWRvY3MiLCJzdWIiOiIxMDAwMSIsImV4cCI6MTczNDAwMzYwMCwibm9uY2UiOiJkYzg2ZjUzYWE5ZTQyMTM1ODY5NGNkNjhjNzI1MWI0M2NkN2Q3MTRhYmIwMDA1YzNiNGU0NzI4YTQ1MDM1MzljIn0.ZXhhbXBsZQ',
  /** Session receipt of the login calls. */
  session:
    'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3MzQwMDA5MDAsInB1YmxpY19rZXkiOiIwMjUwMjQ5OTk5MjRhNjQ0ODg3MTU5ODc5MmYyM2Q2MTVmOGYwMjQxMjM5ODQ2MDBjM2Y0OWYzNDZiYjE0MzI3ZTEiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiI4ZDVmMmY1ZS0xZjBhLTRhNmUtOWEzNS0yZjFmMGM3YjZlMjEiLCJvcmdhbml6YXRpb25faWQiOiIzYjBmNmM2ZS0wYzBlLTRmNDMtOWM1My02ZDNhNWYzYzFhMTAifQ.ZXhhbXBsZQ',
  verification:
    'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6IjVkMGU4YTcxLWIzZjYtNDJjOS04ZTE0LTBjOWI3ZjJkNmExMSIsInZlcmlmaWNhdGlvbl90eXBlIjoiT1RQX1RZUEVfRU1BSUwiLCJjb250YWN0IjoiYWxpY2VAZXhhbXBsZS5jb20iLCJvcmdhbml6YXRpb25faWQiOiIzYjBmNmM2ZS0wYzBlLTRmNDMtOWM1My02ZDNhNWYzYzFhMTAiLCJwdWJsaWNfa2V5IjoiMDI1MDI0OTk5OTI0YTY0NDg4NzE1OTg3OTJmMjNkNjE1ZjhmMDI0MTIzOTg0NjAwYzNmNDlmMzQ2YmIxNDMyN2UxIiwiZXhwIjoiMTczNDAwMzYwMDAwMCJ9.ZXhhbXBsZQ',
  readOnlySession: 'keywright-read-only-session-example',
} as const

const timestamp = { seconds: '1734000000', nanos: '0' }

/**
 * Sample values by field name; `Owner.field` wins over `field`. What is not listed is built from the schema:
 * entities from their fields, enumerations from their first member.
 */
export const samples: Readonly<Record<string, unknown>> = {
  organizationId: sampleIds.organization,
  organizationName: 'Acme',
  organizationIds: [sampleIds.subOrganization],
  subOrganizationId: sampleIds.subOrganization,
  subOrganizationUuid: sampleIds.subOrganization,
  subOrganizationName: 'Alice’s wallet',
  'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION.name': 'Alice’s wallet',
  activityId: sampleIds.activity,
  voteId: sampleIds.vote,
  'Activity.id': sampleIds.activity,
  'Vote.id': sampleIds.vote,
  'ActivityPolicyEvaluation.id': sampleIds.evaluation,
  userId: sampleIds.user,
  senderUserId: sampleIds.user,
  userIds: [sampleIds.user],
  rootUserIds: [sampleIds.user],
  addUserIds: [sampleIds.user],
  removeUserIds: [],
  userName: 'Alice',
  username: 'Alice',
  email: 'alice@example.com',
  userEmail: 'alice@example.com',
  userPhoneNumber: '+15555550123',
  contact: 'alice@example.com',
  receiverUserName: 'Bob',
  receiverUserEmail: 'bob@example.com',
  receiverUserTags: [sampleIds.userTag],
  sendFromEmailAddress: 'login@example.com',
  sendFromEmailSenderName: 'Acme',
  replyToEmailAddress: 'help@example.com',
  userTags: [sampleIds.userTag],
  userTagId: sampleIds.userTag,
  userTagIds: [sampleIds.userTag],
  userTagName: 'Treasury desk',
  newUserTagName: 'Treasury night desk',
  tagId: sampleIds.userTag,
  tagName: 'Treasury desk',
  privateKeyTags: [sampleIds.privateKeyTag],
  privateKeyTagId: sampleIds.privateKeyTag,
  privateKeyTagIds: [sampleIds.privateKeyTag],
  privateKeyTagName: 'Hot keys',
  newPrivateKeyTagName: 'Warm keys',
  invitationId: sampleIds.invitation,
  invitationIds: [sampleIds.invitation],
  apiKeyId: sampleIds.apiKey,
  apiKeyIds: [sampleIds.apiKey],
  apiKeyName: 'Payments service',
  sessionId: sampleIds.activity,
  opener: sampleIds.authenticator,
  authenticatorId: sampleIds.authenticator,
  'recover_user.authenticatorId': [sampleIds.authenticator],
  authenticatorIds: [sampleIds.authenticator],
  authenticatorName: 'Alice’s laptop',
  providerId: sampleIds.provider,
  providerIds: [sampleIds.provider],
  providerName: 'Example accounts',
  issuer: 'https://accounts.example.com',
  audience: 'keywright-docs',
  'OauthProvider.subject': '10001',
  iss: 'https://accounts.example.com',
  aud: 'keywright-docs',
  sub: '10001',
  oidcToken: sampleTokens.oidc,
  walletId: sampleIds.wallet,
  walletIds: [sampleIds.wallet],
  walletName: 'Treasury',
  walletAccountId: sampleIds.walletAccount,
  walletAccountIds: [sampleIds.walletAccount],
  'WalletAccount.name': 'Payouts',
  'WalletAccountParams.name': 'Payouts',
  path: "m/44'/60'/0'/0/0",
  address: sampleAddresses.ethereum,
  'Address.address': sampleAddresses.privateKey,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  'Address.format': 'ADDRESS_FORMAT_ETHEREUM',
  'WalletResult.addresses': [sampleAddresses.ethereum],
  'create_wallet.addresses': [sampleAddresses.ethereum],
  'create_wallet_accounts.addresses': [sampleAddresses.secondEthereum],
  'import_wallet.addresses': [sampleAddresses.ethereum],
  mnemonicLength: 12,
  exported: false,
  imported: false,
  deleteWithoutExport: true,
  privateKeyId: sampleIds.privateKey,
  privateKeyIds: [sampleIds.privateKey],
  addPrivateKeyIds: [sampleIds.privateKey],
  removePrivateKeyIds: [],
  privateKeyName: 'Settlement key',
  publicKey: samplePublicKeys.apiKey,
  'PrivateKey.publicKey': samplePublicKeys.privateKey,
  'WalletAccount.publicKey': samplePublicKeys.ethereum,
  'stamp_login.publicKey': samplePublicKeys.session,
  'otp_login.publicKey': samplePublicKeys.session,
  'oauth_login.publicKey': samplePublicKeys.session,
  'verify_otp.publicKey': samplePublicKeys.session,
  'ClientSignature.publicKey': samplePublicKeys.session,
  'ClientSignature.message': `{"tokenId":"${sampleIds.otp}","login":{"publicKey":"${samplePublicKeys.session}"}}`,
  'ClientSignature.signature':
    '304502203214addfccfd721aaba099b6c7f41b8a38cb0a0aaaa2bf4b2c4d5289a66b760d022100e67a5860083eec69e8a4f5338986c73aeb6f6bdb6f1834f38b741546c6bf8e7e',
  targetPublicKey: samplePublicKeys.target,
  expirationSeconds: '900',
  credentialBundle: sampleBundles.credential,
  exportBundle: sampleBundles.export,
  importBundle: sampleBundles.import,
  encryptedBundle: sampleBundles.encrypted,
  otpEncryptionTargetBundle: sampleBundles.otpTarget,
  encryptedOtpBundle: sampleBundles.encryptedOtp,
  credentialId: 'a2V5d3JpZ2h0LWRvY3MtY3JlZGVudGlhbC0x',
  'PublicKeyCredentialWithAttestation.id': 'a2V5d3JpZ2h0LWRvY3MtY3JlZGVudGlhbC0x',
  rawId: 'a2V5d3JpZ2h0LWRvY3MtY3JlZGVudGlhbC0x',
  clientDataJson:
    'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiYTJWNWQzSnBaMmgwTFdSdlkzTSIsIm9yaWdpbiI6Imh0dHBzOi8vYXBwLmV4YW1wbGUuY29tIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA',
  challenge: 'a2V5d3JpZ2h0LWRvY3M',
  attestationType: 'none',
  'Authenticator.credential': {
    // COSE key of the P-256 point of the sample API key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    publicKey:
      'pQECAyYgASFYIKs5FW7fDHsbqiEWrNw-868giYA7U24mG53HnA1Ub9lXIlggMwqRqmaG49kg7asBY50-5KWmpXt_BPlKZYx6qJN-ydA',
    type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
  },
  'ApiKey.credential': { publicKey: samplePublicKeys.apiKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  aaguid: '00000000-0000-0000-0000-000000000000',
  model: '',
  transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'],
  rk: true,
  appid: false,
  appidExclude: false,
  rootQuorumThreshold: 1,
  threshold: 1,
  name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
  value: 'https://app.example.com',
  policyId: sampleIds.policy,
  policyIds: [sampleIds.policy],
  policyName: 'Desk pays the supplier',
  effect: 'EFFECT_ALLOW',
  policyEffect: 'EFFECT_ALLOW',
  policyRequest:
    '{"request":{"activity":{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2"}},"policies":[],"approvers":[],"users":[]}',
  condition: `eth.tx.to == '${sampleAddresses.secondEthereum}'`,
  policyCondition: `eth.tx.to == '${sampleAddresses.secondEthereum}'`,
  consensus: `approvers.any(user, user.tags.contains('${sampleIds.userTag}'))`,
  policyConsensus: `approvers.any(user, user.tags.contains('${sampleIds.userTag}'))`,
  notes: 'Payments to one address',
  policyNotes: 'Payments to one address',
  subject: 'activity.resource',
  operator: 'OPERATOR_EQUAL',
  target: 'WALLET',
  'SelectorV2.operator': 'OPERATOR_IN',
  targets: ['WALLET', 'PRIVATE_KEY'],
  outcome: 'OUTCOME_ALLOW',
  fingerprint: sampleStamp.fingerprint,
  status: 'ACTIVITY_STATUS_COMPLETED',
  filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  filterByType: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'],
  filterType: 'EMAIL',
  filterValue: 'alice@example.com',
  limit: '20',
  before: sampleIds.activity,
  after: sampleIds.activity,
  'Activity.type': 'ACTIVITY_TYPE_CREATE_WALLET',
  intent: {
    createWalletIntent: {
      walletName: 'Treasury',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    },
  },
  result: { createWalletResult: { walletId: sampleIds.wallet, addresses: [sampleAddresses.ethereum] } },
  'Activity.failure': null,
  withheld: [],
  canApprove: false,
  canReject: false,
  'Vote.message': sampleStamp.body,
  'Vote.publicKey': sampleStamp.publicKey,
  'Vote.signature': sampleStamp.signature,
  'Vote.scheme': sampleStamp.scheme,
  'Status.message': 'wallet name `Treasury` is taken',
  'Status.code': 6,
  details: [{ '@type': 'type.googleapis.com/errors.v1.ErrorCode', errorCode: 'NAME_TAKEN' }],
  createdAt: timestamp,
  updatedAt: timestamp,
  seconds: timestamp.seconds,
  nanos: timestamp.nanos,
  signWith: sampleAddresses.ethereum,
  payload: sampleSigning.digest,
  payloads: [sampleSigning.digest, sampleSigning.secondDigest],
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
  r: sampleSigning.signature.r,
  s: sampleSigning.signature.s,
  v: sampleSigning.signature.v,
  signatures: [sampleSigning.signature, sampleSigning.secondSignature],
  unsignedTransaction: sampleSigning.unsignedTransaction,
  signedTransaction: sampleSigning.signedTransaction,
  'sign_transaction.type': 'TRANSACTION_TYPE_ETHEREUM',
  'create_read_only_session.session': sampleTokens.readOnlySession,
  session: sampleTokens.session,
  sessionExpiry: '1734003600',
  verificationToken: sampleTokens.verification,
  otpId: sampleIds.otp,
  otpCode: '482915',
  otpLength: 6,
  alphanumeric: false,
  userIdentifier: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  appName: 'Acme',
  logoUrl: 'https://app.example.com/logo.png',
  magicLinkTemplate: 'https://app.example.com/sign-in#bundle=%s',
  templateVariables: '{"greeting":"Hello Alice"}',
  templateId: 'sign-in',
  template: 'Your Acme code is {{code}}',
  invalidateExisting: true,
  endpointId: sampleIds.endpoint,
  url: 'https://hooks.example.com/keywright',
  'WebhookEndpointData.name': 'Ledger',
  'create_webhook_endpoint.name': 'Ledger',
  'update_webhook_endpoint.name': 'Ledger',
  eventType: 'ACTIVITY_UPDATES',
  filtersJson: '{}',
  isActive: true,
  disableEmailRecovery: false,
  disableEmailAuth: false,
  disableSmsAuth: true,
  disableOtpEmailAuth: false,
}
