/**
 * The initial state of `keywright dev --examples`: organizations, users, wallets and so on with the ids from the pages'
 * requests, so that commands work as shown. Created with the engine's own calls and a fixed seed.
 */

import { type DevState, toSnapshotText } from '@keywright/devhost'
import {
  collectContents,
  createEngine,
  createIds,
  createMemoryStore,
  type Ids,
  type Mail,
} from '@keywright/engine'
import { apiKeyStamper, type Client, createClient } from '@keywright/engine/test'
import { DEV, hostRows, seededRandom } from '@keywright/host'
import {
  deriveKeyPair,
  deriveSeed,
  generateApiKeyPair,
  generateP256KeyPair,
  parseBase64url,
  parsePhrase,
  type Random,
  sealImport,
  toHex,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import { READERS_ORGANIZATION } from '../../src/reference/examples.ts'
import { TEST_PHRASE } from '../../src/shared/testPhrase.ts'
import {
  ACTIVITY,
  ALICE,
  ALICES,
  ALICES_PASSKEY,
  ALICES_SESSION,
  CAROL,
  FAUCET,
  OTP,
  OTP_CODE,
  POLICY,
  ROOT,
  SERVICE,
  TAG,
  WALLET,
} from './cast.ts'
import { addForReference, type Made } from './forReference.ts'

/** Shown on the local development page, so that readers can sign as this user. */
export const SERVICE_KEY = generateApiKeyPair(seededRandom('payments service'))

const CREDENTIAL_ID = 'sZCjHS5Agt47eLCR348HGw'

export const ETHEREUM = account('CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM')
const BITCOIN = account('CURVE_SECP256K1', "m/84'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH')
export const ETHEREUM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const SOLANA_PATH = "m/44'/501'/0'/0'"

/** Creation time, and the time when the pages' requests are sent. */
const MADE_AT = Date.UTC(2024, 11, 12, 10, 40)
export const SENT_AT = MADE_AT + 600_000
/** Clock of a seeded development server. */
const SEEDED_CLOCK = Date.UTC(2025, 0, 1)
const SEED = 1_734_000_000

export interface ExamplesState {
  /** The text of the snapshot. */
  readonly text: string
  /** Objects that only the reference's examples use. */
  readonly made: Made
}

export async function makeExamplesState(): Promise<ExamplesState> {
  const random = seededRandom('examples of the pages')
  const rootSecret = random(32)
  const readersKey = generateApiKeyPair(random)
  const store = createMemoryStore()
  let now = MADE_AT
  const clock = () => now
  const named = nameIds(clock, random)
  const letters: Mail[] = []
  let isCodeChosen = false
  const digits = [...OTP_CODE].map(Number)
  const engine = createEngine({
    store,
    clock,
    random: (length) =>
      isCodeChosen && length === 1 && digits.length > 0 ? Uint8Array.of(digits.shift()!) : random(length),
    ids: named.ids,
    rootSecret,
    mail: async (letter) => void letters.push(letter),
    sms: async () => undefined,
    fetch: async (url) => {
      throw new Error(`unexpected fetch of ${url}`)
    },
    settings: { messageLinkOrigins: 'any' },
  })
  const clientOf = (organizationId: string, key = readersKey) =>
    createClient({
      handle: engine.handle,
      clock,
      organizationId,
      stamper: apiKeyStamper(key),
    })
  const reader = { publicKey: readersKey.publicKey }

  await named.as({ ids: [READERS_ORGANIZATION, ROOT] }, () =>
    engine.createOrganization({
      organizationName: 'Example treasury',
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'backend', ...reader }] }],
      features: {
        FEATURE_NAME_EMAIL_AUTH: '',
        FEATURE_NAME_EMAIL_RECOVERY: '',
        FEATURE_NAME_OTP_EMAIL_AUTH: '',
        FEATURE_NAME_SMS_AUTH: '',
      },
    }),
  )
  const root = clientOf(READERS_ORGANIZATION)
  await named.as(after(TAG), () =>
    root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'approvers', userIds: [] }),
  )
  await addUser(root, SERVICE, 'payments service', SERVICE_KEY)
  for (const [userId, userName] of [
    [ALICE, 'alice'],
    [FAUCET, 'faucet'],
  ] as const)
    await addUser(root, userId, userName)
  const carol = await addUser(root, CAROL, 'carol')
  await importPhrase(root, ROOT, 'payouts', [ETHEREUM])
  await named.as(after(POLICY), () =>
    root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'payouts signs with the payout wallet, at most 1 ether',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(a, a.id == '${SERVICE}')`,
      condition: `wallet.id == '${WALLET}' && eth.tx.value <= 1000000000000000000`,
    }),
  )
  await named.as({ ordered: [ACTIVITY] }, () => sign(root))
  await letPropose(root, carol.userId, "activity.kind == 'CREATE_USER_TAG'")
  // The body whose fingerprint the page on submissions shows.
  await clientOf(READERS_ORGANIZATION, carol.key).post({
    path: '/public/v1/submit/create_user_tag',
    text: JSON.stringify({
      type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
      timestampMs: String(MADE_AT),
      organizationId: READERS_ORGANIZATION,
      parameters: { userTagName: 'payments', userIds: [] },
    }),
  })

  const passkey = createPasskey({
    random,
    rawId: parseBase64url(CREDENTIAL_ID, 'credential id'),
    origin: 'https://example.com',
    rpId: 'example.com',
  })
  await named.as(after(ALICES, ALICE, ALICES_SESSION, OTHER, ALICES_PASSKEY), () =>
    root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'alice',
      rootUsers: [
        {
          userName: 'alice',
          userEmail: 'alice@example.com',
          userPhoneNumber: '+15555550123',
          apiKeys: [
            {
              apiKeyName: 'old session',
              publicKey: generateApiKeyPair(random).publicKey,
              curveType: 'API_KEY_CURVE_P256',
            },
            { apiKeyName: 'laptop', ...reader, curveType: 'API_KEY_CURVE_P256' },
          ],
          authenticators: [{ ...passkey.register(), authenticatorName: 'old phone' }],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    }),
  )
  const alice = clientOf(ALICES)
  const backend = await addUser(alice, SERVICE, 'payments service')
  await importPhrase(alice, ALICE, 'Main', [ETHEREUM, BITCOIN])
  await importSolanaKey(alice)
  await letPropose(alice, backend.userId, "activity.action == 'SIGN'")
  await sign(clientOf(ALICES, backend.key))
  now = SENT_AT
  isCodeChosen = true
  await named.as({ ordered: [OTHER, OTP] }, () =>
    root.about(ALICES).run('ACTIVITY_TYPE_INIT_OTP_AUTH_V3', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'alice@example.com',
      appName: 'Example',
    }),
  )
  await engine.idle()
  const made = await addForReference({ engine, root, alice, random, letters })

  const rows = hostRows(store, DEV)
  await rows.put('mark', 'development', true)
  await rows.put('clock', 'offset', SENT_AT - SEEDED_CLOCK)
  const state: DevState = {
    warning: 'Secrets that everybody knows. Never use them for anything of value.',
    seed: SEED,
    starts: 1,
    rootSecret: toHex(rootSecret),
    apiKey: { publicKey: readersKey.publicKey, privateKey: readersKey.privateKey },
    organizationId: READERS_ORGANIZATION,
  }
  return { text: await toSnapshotText(state, await collectContents(store.readAll())), made }

  async function addUser(by: Client, userId: string, userName: string, key = generateApiKeyPair(random)) {
    await named.as(after(userId), () =>
      by.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
        users: [
          {
            userName,
            apiKeys: [{ apiKeyName: userName, publicKey: key.publicKey }],
            authenticators: [],
            userTags: [],
          },
        ],
      }),
    )
    return { userId, key }
  }

  /** Adds a policy that makes a user's requests of this kind wait for the reader's approval. */
  function letPropose(by: Client, userId: string, condition: string) {
    return by.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'proposed by one, approved by another',
      effect: 'EFFECT_ALLOW',
      condition,
      consensus: `approvers.any(a, a.id == '${userId}') && approvers.count() >= 2`,
    })
  }

  /** The pages' wallet, exported once so that it can be deleted. */
  async function importPhrase(by: Client, userId: string, walletName: string, accounts: (typeof ETHEREUM)[]) {
    const { importBundle } = await by.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
    const encryptedBundle = await sealed(by, userId, importBundle, toUtf8(TEST_PHRASE))
    await named.as(after(WALLET), () =>
      by.run('ACTIVITY_TYPE_IMPORT_WALLET', { userId, walletName, encryptedBundle, accounts }),
    )
    const targetPublicKey = newTarget(random)
    await by.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId: WALLET, targetPublicKey })
  }

  /** A separate key, so that a page can add its account to the wallet. */
  async function importSolanaKey(by: Client) {
    const { privateKey } = deriveKeyPair(
      'CURVE_ED25519',
      await deriveSeed(parsePhrase(TEST_PHRASE)),
      SOLANA_PATH,
    )
    const { importBundle } = await by.run('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId: ALICE })
    const { privateKeyId } = await by.run('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
      userId: ALICE,
      privateKeyName: 'Solana',
      encryptedBundle: await sealed(by, ALICE, importBundle, privateKey),
      curve: 'CURVE_ED25519',
      addressFormats: ['ADDRESS_FORMAT_SOLANA'],
    })
    await by.run('ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', { privateKeyId, targetPublicKey: newTarget(random) })
  }

  function sealed({ organizationId }: Client, userId: string, importBundle: string, secret: Uint8Array) {
    const { signerPublicKey } = engine
    return sealImport(secret, importBundle, { signerPublicKey, organizationId, userId }, random)
  }
}

/** An arbitrary id. */
const OTHER = undefined

interface Wanted {
  /** In request order. */
  readonly ids?: readonly (string | undefined)[]
  /** Time-ordered ids. */
  readonly ordered?: readonly (string | undefined)[]
}

/** Ids created by a submit. The first one belongs to the submitter's vote. */
const after = (...ids: (string | undefined)[]): Wanted => ({ ids: [OTHER, ...ids] })

/** Sets the ids that a task creates. Other ids come from the seed. */
function nameIds(
  clock: () => number,
  random: Random,
): { ids: Ids; as<T>(wanted: Wanted, task: () => Promise<T>): Promise<T> } {
  const own = createIds(clock, random)
  let ids: (string | undefined)[] = []
  let ordered: (string | undefined)[] = []
  return {
    ids: {
      random: () => ids.shift() ?? own.random(),
      timeOrdered: () => ordered.shift() ?? own.timeOrdered(),
    },
    async as(wanted, task) {
      ids = [...(wanted.ids ?? [])]
      ordered = [...(wanted.ordered ?? [])]
      const made = await task()
      if (ids.length + ordered.length > 0) throw new Error(`nothing is called ${[...ids, ...ordered]}`)
      return made
    },
  }
}

function account<C extends string, F extends string>(curve: C, path: string, addressFormat: F) {
  return { curve, path, addressFormat, pathFormat: 'PATH_FORMAT_BIP32' as const }
}

const sign = (by: Client) =>
  by.submit('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith: ETHEREUM_ADDRESS,
    payload: 'invoice 1040',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  })

const newTarget = (random: Random) => toHex(uncompressP256PublicKey(generateP256KeyPair(random).publicKey))
