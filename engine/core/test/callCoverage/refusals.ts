/** For every entry of the error catalog that a request can cause: a request that causes it. */
import { type ErrorCode, limits, objectBytesOf } from '@keywright/contract'
import { createStamp, parseHex, toStampHeader, toUtf8 } from '@keywright/keys'
import { counterRow } from '../../src/store/storage.ts'
import {
  addUser,
  apiKeyStamper,
  newVerificationToken,
  SOLANA,
  sealSecret,
  sessionStamper,
} from '../support/index.ts'
import hostErrors from './hostErrors.json' with { type: 'json' }
import {
  accountsWith,
  createInterface,
  createPolicy,
  createUser,
  createWallet,
  damagedRow,
  emailAuth,
  initOtp,
  post,
  postWallet,
  readingBy,
  sign,
  signTransaction,
  updateQuorum,
  WHOAMI,
  whoamiBy,
  whoamiText,
} from './senders.ts'
import {
  ETHEREUM,
  newPrivateKey,
  newSubOrganization,
  newTargetPublicKey,
  newUser,
  UNKNOWN_ID,
  type World,
} from './world.ts'

/** Entries that no request to the engine causes, and where they come from. */
export const HOST_ERRORS = hostErrors satisfies Partial<Record<ErrorCode, string>>

export type EngineErrorCode = Exclude<ErrorCode, keyof typeof HOST_ERRORS>

/** A transfer whose only signer is not a key of this world. */
const SOLANA_TRANSACTION_OF_OTHERS =
  '0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010002048a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c48240eec9dcb891d9bd045473e49a730e0637a3935882f3b26375e288356b318000000000000000000000000000000000000000000000000000000000000000006ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9d811d71be13e90fc7792391fcaa87fa3c6f0d857a793d7533da42764e017e22703020200010c0200000007000000000000000303010100090303000000000000000304010001000a0c030000000000000002'

type Refusal = (world: World) => Promise<unknown>

export const refusals: Readonly<Record<EngineErrorCode, Refusal>> = {
  BODY_MALFORMED: (world) => post(world, '{'),
  BODY_NOT_OBJECT: (world) => post(world, '[]'),
  BODY_TOO_LARGE: (world) => post(world, ' '.repeat(limits.bodyBytes + 1)),
  BODY_TOO_DEEP: (world) => post(world, '['.repeat(limits.bodyDepth + 1)),
  WORK_LIMIT_EXCEEDED: ({ root, walletId }) =>
    root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
      walletId,
      accounts: Array.from({ length: limits.keysPerRequest + 1 }, (_, n) => ({
        ...ETHEREUM,
        path: `m/${n}`,
      })),
    }),
  PATH_NOT_FOUND: (world) => post(world, '{}', {}, '/public/v1/query/nothing'),
  METHOD_NOT_ALLOWED: ({ engine }) => engine.handle(new Request(`http://localhost${WHOAMI}`)),
  MEMBER_MISSING: ({ root }) => root.query('get_user', {} as never),
  MEMBER_TYPE: ({ root }) => root.query('get_user', { userId: 7 } as never),
  MEMBER_UNKNOWN: ({ root }) => root.query('list_users', { unheardOf: 1 } as never),
  ENUM_UNKNOWN: ({ root }) => createPolicy(root, { effect: 'EFFECT_MAYBE' }),
  MEMBER_DUPLICATE: (world) => post(world, `{"organizationId":"a","organizationId":"b"}`),
  CHARACTER_HIDDEN: ({ root }) => createWallet(root, { walletName: 'a\u202eb' }),
  NAME_LENGTH: ({ root }) => createWallet(root, { walletName: '' }),
  EMAIL_MALFORMED: ({ root }) => createUser(root, { userEmail: 'x' }),
  PHONE_NUMBER_MALFORMED: ({ root }) => createUser(root, { userPhoneNumber: '555' }),
  TIMESTAMP_MALFORMED: (world) => postWallet(world, { timestampMs: 'now' }),
  ACTIVITY_TYPE_UNKNOWN: (world) => postWallet(world, { type: 'ACTIVITY_TYPE_NOTHING' }),
  ACTIVITY_TYPE_MISMATCH: (world) => postWallet(world, { type: 'ACTIVITY_TYPE_CREATE_USERS' }),
  ORGANIZATION_ID_MALFORMED: ({ root }) => root.about('x').query('whoami'),
  ORGANIZATION_NOT_FOUND: ({ root }) => root.about(UNKNOWN_ID).query('whoami'),
  TIMESTAMP_TOO_OLD: (world) => postWallet(world, { timestampMs: '0' }),
  TIMESTAMP_TOO_FAR_AHEAD: (world) => postWallet(world, { timestampMs: '9999999999999' }),
  CALL_PATH_MISMATCH: ({ root }) => root.query('list_users', { callPath: WHOAMI } as never),
  QUERY_BINDING_MISSING: async (world) => {
    const { alice } = await newSubOrganization(world)
    await alice.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
      name: 'FEATURE_NAME_BOUND_QUERIES',
      value: '',
    })
    return alice.query('whoami')
  },

  STAMP_MISSING: (world) => whoamiBy(world, {}),
  STAMPS_AMBIGUOUS: (world) => whoamiBy(world, { 'X-Stamp': 'a', 'X-Session': 'b' }),
  STAMP_MALFORMED: (world) => whoamiBy(world, { 'X-Stamp': '***' }),
  STAMP_SCHEME_MISMATCH: (world) => {
    const stamp = createStamp(
      'SIGNATURE_SCHEME_TK_API_P256',
      toUtf8(whoamiText(world)),
      world.rootKey.privateKey,
    )
    const header = toStampHeader({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' })
    return whoamiBy(world, { 'X-Stamp': header })
  },
  API_KEY_NOT_FOUND: ({ stranger, organizationId }) => stranger.about(organizationId).query('whoami'),
  API_KEY_SIGNATURE_INVALID: (world) => {
    const stamp = createStamp(
      'SIGNATURE_SCHEME_TK_API_P256',
      toUtf8('another body'),
      world.rootKey.privateKey,
    )
    return whoamiBy(world, { 'X-Stamp': toStampHeader(stamp) })
  },
  PASSKEY_ASSERTION_INVALID: (world) => {
    const { passkey, organizationId } = world.sub
    const headers = { 'X-Stamp-WebAuthn': passkey.stamp(toUtf8('another body')) }
    return post(world, JSON.stringify({ organizationId }), headers)
  },
  API_KEY_EXPIRED: async ({ engine, root, rootUserId, organizationId, unique }) => {
    const key = engine.apiKey()
    await root.run('ACTIVITY_TYPE_CREATE_API_KEYS', {
      userId: rootUserId,
      apiKeys: [{ apiKeyName: unique('key'), publicKey: key.publicKey, expirationSeconds: '1' }],
    })
    engine.clock.advance({ seconds: 1 })
    return engine.client(organizationId, apiKeyStamper(key)).query('whoami')
  },
  CREDENTIAL_AMBIGUOUS: async (world) => {
    const { engine, organizationId } = world
    const key = engine.apiKey()
    const apiKeys = [{ apiKeyName: 'shared', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }]
    for (let n = 0; n < 2; n++) {
      const { organizationId: each } = await newSubOrganization(world, { alice: { apiKeys } })
      await engine.client(each, apiKeyStamper(key)).query('whoami')
    }
    return engine.client(organizationId, apiKeyStamper(key)).query('whoami')
  },
  SESSION_INVALID: (world) => whoamiBy(world, { 'X-Session': 'forged' }),
  SESSION_READ_ONLY: async (world) => {
    const { alice, organizationId } = await newSubOrganization(world)
    const { session } = await alice.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    return createWallet(world.engine.client(organizationId, sessionStamper(session)))
  },
  ORGANIZATION_MISMATCH: ({ sub }) => createWallet(sub.parent),

  NOT_PERMITTED_BY_POLICY: ({ bob }) => createWallet(bob.client),
  DENIED_BY_POLICY: async ({ engine, root, unique }) => {
    await createPolicy(root, {
      policyName: unique('deny'),
      effect: 'EFFECT_DENY',
      condition: "activity.type == 'ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG' && activity.action == 'CREATE'",
      consensus: "approvers.any(a, a.alias == 'dora')",
    })
    const { client } = await addUser(engine, root, 'dora')
    return client.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', { privateKeyTagName: 't', privateKeyIds: [] })
  },
  ROOT_QUORUM_ONLY: ({ bob }) =>
    bob.client.run('ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME', { organizationName: 'x' }),
  FEATURE_DISABLED: async (world) => {
    const { alice } = await newSubOrganization(world)
    await alice.run('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH' })
    return emailAuth(world, alice)
  },
  IMPORT_FOR_OTHER_USER: ({ root, bob }) =>
    root.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId: bob.userId }),
  RECOVERY_CREDENTIAL_REQUIRED: ({ engine, root, rootUserId }) =>
    root.run('ACTIVITY_TYPE_RECOVER_USER', {
      userId: rootUserId,
      authenticator: engine.passkey().register(),
    }),
  PARENT_ORGANIZATION_ONLY: ({ engine, sub }) =>
    sub.alice.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION', {
      name: 'x',
      rootAuthenticator: engine.passkey().register(),
    }),
  SUB_ORGANIZATION_ONLY: ({ root }) => root.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', {}),

  RESOURCE_NOT_FOUND: ({ root }) => root.query('get_wallet', { walletId: UNKNOWN_ID }),
  ACTIVITY_NOT_FOUND: ({ root }) => root.query('get_activity', { activityId: UNKNOWN_ID }),
  SIGNER_NOT_FOUND: (world) => sign(world, { signWith: '0x00' }),
  WALLET_ACCOUNT_NOT_FOUND: ({ root, walletId }) =>
    root.query('get_wallet_account', { walletId, address: '0x00' }),
  USER_NOT_FOUND: ({ root }) =>
    root.run('ACTIVITY_TYPE_UPDATE_USER_NAME', { userId: UNKNOWN_ID, userName: 'x' }),
  CONTACT_NOT_FOUND: (world) => emailAuth(world, world.sub.parent, { email: 'unknown@example.com' }),

  POLICY_NAME_TAKEN: ({ root }) => createPolicy(root, { policyName: 'no payments to eve' }),
  NAME_TAKEN: ({ root }) => createWallet(root, { walletName: 'treasury' }),
  CREDENTIAL_TAKEN: ({ root, bob }) =>
    createUser(root, {
      apiKeys: [{ apiKeyName: 'k', publicKey: bob.key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
    }),
  DUPLICATE_ENTRY: ({ root, walletId }) =>
    root.run('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds: [walletId, walletId] }),
  PATH_TAKEN: ({ root }) => createWallet(root, { accounts: [ETHEREUM, ETHEREUM] }),
  KEY_IMPORTED_ALREADY: async (world) => {
    const { root, rootUserId: userId, unique } = world
    for (;;) {
      world.engine.clock.advance({ milliseconds: 1 })
      const { importBundle } = await root.run('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId })
      await root.run('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
        userId,
        privateKeyName: unique('imported'),
        encryptedBundle: await sealSecret(world.engine, world.root, parseHex('22'.repeat(32), 'key'), {
          importBundle,
          userId,
        }),
        curve: 'CURVE_SECP256K1',
        addressFormats: [],
      })
    }
  },

  POLICY_EXPRESSION_INVALID: ({ root }) => createPolicy(root, { condition: '(' }),

  THRESHOLD_TOO_LOW: (world) => updateQuorum(world, { threshold: 0 }),
  THRESHOLD_TOO_HIGH: (world) => updateQuorum(world, { threshold: 2 }),
  QUORUM_EMPTY: (world) => updateQuorum(world, { userIds: [] }),
  QUORUM_USER_NOT_FOUND: (world) => updateQuorum(world, { userIds: [UNKNOWN_ID] }),
  QUORUM_MEMBER_DELETION: ({ root, rootUserId }) =>
    root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [rootUserId] }),
  LAST_CREDENTIAL: ({ root }) => createUser(root),

  MNEMONIC_LENGTH_INVALID: ({ root }) => createWallet(root, { mnemonicLength: 13 }),
  DERIVATION_PATH_INVALID: ({ root }) => createWallet(root, accountsWith({ path: 'm/x' })),
  ADDRESS_FORMAT_MISMATCH: ({ root }) =>
    createWallet(root, accountsWith({ addressFormat: 'ADDRESS_FORMAT_SOLANA' })),
  PUBLIC_KEY_INVALID: ({ sub }) => sub.alice.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: '02ff' }),
  TARGET_PUBLIC_KEY_INVALID: ({ root, walletId }) =>
    root.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey: 'zz' }),
  CLIENT_SIGNATURE_INVALID: async (world) => {
    const { parent } = await newSubOrganization(world)
    const { publicKey } = world.engine.apiKey()
    const verificationToken = await newVerificationToken(world.engine, parent, 'alice@example.com', publicKey)
    return parent.run('ACTIVITY_TYPE_OTP_LOGIN_V2', {
      verificationToken,
      publicKey,
      clientSignature: {
        publicKey,
        scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
        message: '',
        signature: '00',
      },
    })
  },
  ATTESTATION_INVALID: ({ engine, root, rootUserId: userId }) =>
    root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
      userId,
      authenticators: [{ ...engine.passkey().register(), challenge: 'AAAA' }],
    }),

  PAGE_LIMIT_OUT_OF_RANGE: ({ root }) => root.query('list_suborgs', { paginationOptions: { limit: '101' } }),
  CURSOR_INVALID: ({ root }) => root.query('list_suborgs', { paginationOptions: { after: 'x' } }),
  EXPIRATION_SECONDS_INVALID: ({ engine, sub }) =>
    sub.alice.run('ACTIVITY_TYPE_STAMP_LOGIN', {
      publicKey: engine.apiKey().publicKey,
      expirationSeconds: '0',
    }),

  PAYLOAD_MALFORMED: (world) => sign(world, { payload: 'zz' }),
  PAYLOAD_NOT_DIGEST: (world) => sign(world, { payload: 'ff' }),
  HASH_FUNCTION_MISMATCH: (world) => sign(world, { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }),
  TRANSACTION_MALFORMED: (world) => signTransaction(world, { unsignedTransaction: 'ff' }),
  TRANSACTION_SIGNED: async (world) => {
    const { signedTransaction } = await signTransaction(world, {})
    return signTransaction(world, { unsignedTransaction: signedTransaction })
  },
  TRANSACTION_SIGNER_MISMATCH: async (world) => {
    const { addresses } = await createWallet(world.root, {
      walletName: world.unique('solana'),
      accounts: [SOLANA],
    })
    return signTransaction(world, {
      signWith: addresses[0],
      unsignedTransaction: SOLANA_TRANSACTION_OF_OTHERS,
      type: 'TRANSACTION_TYPE_SOLANA',
    })
  },
  TRANSACTION_TYPE_MISMATCH: (world) => signTransaction(world, { type: 'TRANSACTION_TYPE_SOLANA' }),

  IMPORT_BUNDLE_INVALID: ({ root, rootUserId }) =>
    root.run('ACTIVITY_TYPE_IMPORT_WALLET', {
      userId: rootUserId,
      walletName: 'w',
      encryptedBundle: '{}',
      accounts: [],
    }),
  DELETE_UNEXPORTED: async (world) =>
    world.root.run('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', { privateKeyIds: [await newPrivateKey(world)] }),

  OTP_INVALID: ({ sub }) =>
    sub.parent.run('ACTIVITY_TYPE_OTP_AUTH', { otpId: UNKNOWN_ID, otpCode: '000000' }),
  OTP_LENGTH_OUT_OF_RANGE: ({ sub }) => initOtp(sub.parent, { otpLength: 10 }),
  MAIL_TEMPLATE_INVALID: (world) =>
    emailAuth(world, world.sub.parent, { emailCustomization: { magicLinkTemplate: 'https://a' } }),
  FEATURE_VALUE_INVALID: ({ root }) =>
    root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
      name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
      value: 'x',
    }),
  OIDC_TOKEN_INVALID: (world) =>
    world.sub.parent.run('ACTIVITY_TYPE_OAUTH', {
      oidcToken: 'a.b.c',
      targetPublicKey: newTargetPublicKey(world),
    }),
  VERIFICATION_TOKEN_INVALID: ({ engine, sub }) =>
    sub.parent.run('ACTIVITY_TYPE_OTP_LOGIN', {
      verificationToken: 'x',
      publicKey: engine.apiKey().publicKey,
    }),
  INTERFACE_INVALID: (world) => createInterface(world, { smartContractInterface: '[{"type":"x"}]' }),
  INTERFACE_ADDRESS_INVALID: (world) => createInterface(world, { smartContractAddress: '0x1' }),
  INTERFACE_ADDRESS_TAKEN: async (world) => {
    await createInterface(world, {})
    return createInterface(world, { label: 'Again' })
  },
  WEBHOOK_URL_INVALID: ({ root }) =>
    root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { url: 'ftp://a', name: 'x' }),

  CREDENTIAL_LIMIT_REACHED: async (world) => {
    const { userId } = await newUser(world)
    const authenticators = Array.from({ length: 11 }, () => world.engine.passkey().register())
    return world.root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', { userId, authenticators })
  },
  RESOURCE_LIMIT_REACHED: async (world) => {
    const { alice } = await newSubOrganization(world)
    for (let n = 0; ; n++) {
      await alice.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: `tag ${n}`, userIds: [] })
    }
  },
  OBJECT_TOO_LARGE: ({ root }) => createPolicy(root, { notes: 'n'.repeat(objectBytesOf('policies')) }),
  STORAGE_LIMIT_REACHED: async (world) => {
    const { userId, client } = await newUser(world)
    const { store, clock } = world.engine.ports
    const full = { bytes: limits.userStorageBytes, at: clock() }
    await store.commit({ guards: [], writes: [counterRow(world.organizationId, userId, full)] })
    return client.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
  },
  MESSAGE_LIMIT_REACHED: async (world) => {
    const { parent } = await newSubOrganization(world)
    for (;;) await emailAuth(world, parent)
  },
  OTP_LIMIT_REACHED: async (world) => {
    const { parent } = await newSubOrganization(world)
    for (let n = 0; ; n++) await initOtp(parent, { sendFromEmailSenderName: `sender ${n}` })
  },

  ISSUER_UNREACHABLE: async (world) => {
    const { alice, userId } = await newSubOrganization(world)
    const oidcToken = await world.issuer.token({ iss: 'https://unknown.example.com' })
    return alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', {
      userId,
      oauthProviders: [{ providerName: 'x', oidcToken }],
    })
  },
  STORE_UNAVAILABLE: (world) =>
    readingBy(
      world,
      () => Promise.reject(new Error('the disk is on fire')),
      () => world.root.query('whoami'),
    ),
  ROW_ALTERED: (world) =>
    readingBy(
      world,
      async () => ({}),
      () => world.root.query('whoami'),
    ),
  INTERNAL: (world) =>
    readingBy(
      world,
      async () => damagedRow,
      () => world.root.query('whoami'),
    ),
}
