/** An organization for adapter tests: keys of three chains, and a user whose signatures need a second vote. */

import { createTestEngine, type TestEngine } from '@keywright/engine/test'
import type { ApiKeyPair } from '@keywright/keys'
import { ApiKeyStamper } from '../src/apiKey/index.ts'
import { ConsensusNeededError, KeywrightClient } from '../src/index.ts'

export interface SigningWorld {
  readonly engine: TestEngine
  readonly organizationId: string
  readonly client: KeywrightClient
  /** Signs only after root approves. */
  readonly proposer: KeywrightClient
  /** Never gets a response. */
  readonly offline: KeywrightClient
  readonly walletId: string
  readonly ethereum: string
  /** A second account of the wallet. */
  readonly ethereum2: string
  readonly solana: string
  readonly cosmos: string
  /** Key of the Cosmos account, 66 hex digits. */
  readonly compressed: string
  /** A secp256k1 key outside wallets, with an Ethereum and a Cosmos address. */
  readonly privateKey: { readonly id: string; readonly ethereum: string; readonly cosmos: string }
  /** An ed25519 key outside wallets, with a Solana address. */
  readonly solanaKey: { readonly id: string; readonly solana: string }
  /** Parameters of the signing requests that were sent, oldest first. */
  readonly sent: { readonly call: string; readonly parameters: Record<string, unknown> }[]
}

export async function createSigningWorld(seed: string): Promise<SigningWorld> {
  const engine = createTestEngine(seed)
  const { organizationId, rootKey, rootUserId } = await engine.organization()
  const sent: SigningWorld['sent'] = []
  const clientOf = (key: ApiKeyPair, fetch = (request: Request) => engine.handle(request)) =>
    new KeywrightClient(
      {
        baseUrl: 'https://engine.example.com',
        organizationId,
        now: engine.clock,
        // Whole milliseconds, because retry delays have a random fraction.
        sleep: async (wait) => void engine.clock.advance({ milliseconds: Math.ceil(wait) }),
        async fetch(request) {
          const call = new URL(request.url).pathname.split('/').at(-1)!
          const { parameters } = await request.clone().json()
          if (call.startsWith('sign_')) sent.push({ call, parameters })
          return fetch(request)
        },
      },
      new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey }),
    )
  const client = clientOf(rootKey)

  const account = (curve: 'CURVE_SECP256K1' | 'CURVE_ED25519', path: string, format: string) => ({
    curve,
    path,
    pathFormat: 'PATH_FORMAT_BIP32' as const,
    addressFormat: `ADDRESS_FORMAT_${format}` as 'ADDRESS_FORMAT_ETHEREUM',
  })
  const { walletId, addresses } = await client.createWallet({
    walletName: 'signers',
    accounts: [
      account('CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ETHEREUM'),
      account('CURVE_SECP256K1', "m/44'/60'/0'/0/1", 'ETHEREUM'),
      account('CURVE_ED25519', "m/44'/501'/0'/0'", 'SOLANA'),
      account('CURVE_SECP256K1', "m/44'/118'/0'/0/0", 'COSMOS'),
    ],
  })
  const [ethereum, ethereum2, solana, cosmos] = addresses as [string, string, string, string]
  const { account: cosmosAccount } = await client.getWalletAccount({ walletId, address: cosmos })
  const { privateKeys } = await client.createPrivateKeys({
    privateKeys: [
      {
        privateKeyName: 'secp256k1',
        curve: 'CURVE_SECP256K1',
        privateKeyTags: [],
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COSMOS'],
      },
      {
        privateKeyName: 'ed25519',
        curve: 'CURVE_ED25519',
        privateKeyTags: [],
        addressFormats: ['ADDRESS_FORMAT_SOLANA'],
      },
    ],
  })
  const [k1, ed] = privateKeys.map(({ privateKeyId, addresses = [] }) => ({
    id: privateKeyId!,
    addresses: addresses.map(({ address }) => address!),
  }))

  const proposerKey = engine.apiKey()
  const { userIds } = await client.createUsers({
    users: [
      {
        userName: 'proposer',
        apiKeys: [
          { apiKeyName: 'proposer', publicKey: proposerKey.publicKey, curveType: 'API_KEY_CURVE_P256' },
        ],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  })
  await client.createPolicy({
    policyName: 'two sign',
    effect: 'EFFECT_ALLOW',
    condition: "activity.action == 'SIGN'",
    consensus: `approvers.any(a, a.id == '${userIds[0]}') && approvers.any(a, a.id == '${rootUserId}')`,
  })
  return {
    engine,
    organizationId,
    client,
    proposer: clientOf(proposerKey),
    offline: clientOf(rootKey, () => Promise.reject(new TypeError('fetch failed'))),
    walletId,
    ethereum,
    ethereum2,
    solana,
    cosmos,
    compressed: cosmosAccount.publicKey!,
    privateKey: { id: k1!.id, ethereum: k1!.addresses[0]!, cosmos: k1!.addresses[1]! },
    solanaKey: { id: ed!.id, solana: ed!.addresses[0]! },
    sent,
  }
}

/** Signs as the proposer, receives the error about the missing vote, approves, and resumes. */
export async function approvedLater<Signed>(
  { client }: SigningWorld,
  signing: Promise<Signed>,
): Promise<Signed> {
  const error = await signing.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof ConsensusNeededError)) throw new Error('no activity needs a vote', { cause: error })
  await client.approveActivity({ fingerprint: error.fingerprint })
  const { signed } = await error.resume()
  return signed as Signed
}
