/** A development server with keys to sign with, and a person who may. */
import { type Client, seededRandom } from '@keywright/engine/test'
import { type ApiKeyPair, generateApiKeyPair } from '@keywright/keys'
import { startTestDev, type TestDev } from '@keywright/server/test'
import { afterAll, beforeAll } from 'vitest'

/** Addresses of one wallet. */
export interface SignerWallet {
  readonly walletId: string
  readonly ethereum: string
  readonly solana: string
  /** Public key of a Cosmos account, 130 hex digits. */
  readonly uncompressed: string
  /** Public key of the next account, 66 hex digits. */
  readonly compressed: string
}

export interface SignerWorld {
  readonly url: string
  readonly organizationId: string
  /** A policy lets the trader sign with it. */
  readonly open: SignerWallet
  /** A secp256k1 key outside of wallets. */
  readonly privateKey: { readonly id: string; readonly ethereum: string; readonly cosmos: string }
  readonly trader: ApiKeyPair
  /** Runs a client and returns the requests that the server received, oldest first. */
  during<T>(send: () => Promise<T>): Promise<{ readonly answer: T; readonly requests: readonly Received[] }>
  close(): Promise<void>
}

/** A request as the server has it. */
export interface Received {
  /** The contract's name of the call. */
  readonly call: string
  /** Null for a query. */
  readonly type: string | null
  readonly status: number
  /** The parameters as they were posted; absent for queries and refusals. */
  readonly parameters?: Readonly<Record<string, string | string[]>>
}

interface Logged {
  readonly id: string
  readonly call: string
  readonly type: string | null
  readonly status: number
  readonly activity: { readonly id: string } | null
}

export let world: SignerWorld

/** Starts the world before the tests of the file. */
export function withSignerWorld(seed: string): void {
  beforeAll(async () => {
    world = await startSignerWorld(seed)
  })
  afterAll(() => world?.close())
}

async function startSignerWorld(seed: string): Promise<SignerWorld> {
  // Seeded: one signature in 128 has an r or an s that starts with a zero byte, and the Cosmos client of the
  // public SDKs, which does not pad them, throws. Which signatures the tests get is not left to chance.
  const dev = await startTestDev({ seed: 1 })
  const { root } = dev
  const { url, organizationId } = dev.server
  const random = seededRandom(seed)

  const open = await addWallet(root, 'open')
  const key = generateApiKeyPair(random)
  const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
    users: [
      {
        userName: 'trader',
        apiKeys: [{ apiKeyName: 'trader', publicKey: key.publicKey }],
        authenticators: [],
        userTags: [],
      },
    ],
  })
  await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: 'The trader signs',
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(a, a.id == '${userIds[0]}')`,
    condition: "activity.action == 'SIGN'",
    notes: '',
  })

  return {
    url,
    organizationId,
    open,
    privateKey: await addPrivateKey(root),
    trader: key,
    async during(send) {
      await dev.remove('/dev/requests')
      const answer = await send()
      const { requests } = await dev.get<{ requests: Logged[] }>('/dev/requests?limit=500')
      return {
        answer,
        requests: await Promise.all(requests.reverse().map((logged) => receivedOf(dev, logged))),
      }
    },
    close: () => dev.close(),
  }
}

/** From the request log: other credentials don't see the bytes of a vote that could still be replayed. */
async function receivedOf(dev: TestDev, { id, call, type, status, activity }: Logged): Promise<Received> {
  if (type === null || activity === null) return { call, type, status }
  const { body } = await dev.get<{ body: string }>(`/dev/requests/${id}`)
  const posted = JSON.parse(body) as { parameters: NonNullable<Received['parameters']> }
  return { call, type, status, parameters: posted.parameters }
}

async function addWallet(root: Client, walletName: string): Promise<SignerWallet> {
  const { walletId, addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName,
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
      {
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/501'/0'/0'",
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
      },
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/118'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_UNCOMPRESSED',
      },
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/118'/0'/0/1",
        addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
      },
    ],
  })
  const [ethereum, solana, uncompressed, compressed] = addresses as [string, string, string, string]
  return { walletId, ethereum, solana, uncompressed, compressed }
}

async function addPrivateKey(root: Client): Promise<SignerWorld['privateKey']> {
  const { privateKeys } = await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
    privateKeys: [
      {
        privateKeyName: 'single',
        curve: 'CURVE_SECP256K1',
        privateKeyTags: [],
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COSMOS'],
      },
    ],
  })
  const { privateKeyId: id, addresses } = privateKeys[0]!
  const [ethereum, cosmos] = addresses!
  return { id: id!, ethereum: ethereum!.address!, cosmos: cosmos!.address! }
}
