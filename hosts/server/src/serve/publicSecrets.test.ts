/** Team servers reject publicly known secrets in all calls; development servers accept them. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import examples from '@keywright/contract/recorded.json' with { type: 'json' }
import { collectContents } from '@keywright/engine'
import { type Client, createPasskey } from '@keywright/engine/test'
import {
  type ApiKeyCurve,
  apiPublicKeyOf,
  deriveKeyPair,
  deriveSeed,
  fromCoseKey,
  generateApiKeyPair,
  parseBase64url,
  parseHex,
  parsePhrase,
  platformRandom,
  sealImport,
  toHex,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDev } from '../../test/support/devServer.ts'
import { startTestTeam, type TestTeam } from '../../test/support/teamServer.ts'
import { openPostgresStore } from '../store/postgres.ts'
import { initializeServer } from './initialize.ts'
import { createPublicSecrets } from './publicSecrets.ts'
import { assertNotPublic } from './rootSecret.ts'

const PAGES = fileURLToPath(new URL('../../../../site/content', import.meta.url))
const EXAMPLES_STATE = fileURLToPath(new URL('../../../../cli/src/operate/examples.json', import.meta.url))
const ABANDON = `${'abandon '.repeat(11)}about`
const JUNK = 'test test test test test test test test test test test junk'
/** RFC 6979, A.2.5, used on many pages of the documentation. */
const P256 = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'
/** RFC 8032 §7.1, test 1. */
const ED25519 = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
/** The first account of JUNK. */
const SECP256K1 = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** The first Ethereum account of ABANDON. */
const EXPORTED = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727'

const PUBLIC_KEYS: readonly (readonly [curve: ApiKeyCurve, publicKey: string])[] = [
  ['API_KEY_CURVE_P256', apiPublicKeyOf('API_KEY_CURVE_P256', P256)],
  ['API_KEY_CURVE_P256', apiPublicKeyOf('API_KEY_CURVE_P256', '1'.padStart(64, '0'))],
  ['API_KEY_CURVE_SECP256K1', apiPublicKeyOf('API_KEY_CURVE_SECP256K1', SECP256K1)],
  ['API_KEY_CURVE_SECP256K1', apiPublicKeyOf('API_KEY_CURVE_SECP256K1', EXPORTED)],
  ['API_KEY_CURVE_ED25519', apiPublicKeyOf('API_KEY_CURVE_ED25519', ED25519)],
]

describe('the list', () => {
  const isPublic = createPublicSecrets()
  const isPublicKey = (hex: string) => isPublic('API key', parseHex(hex, 'public key'))

  it('contains the keys and phrases of the documentation', () => {
    const pages = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.mdx'))
      .map((name) => readFileSync(`${PAGES}/${name}`, 'utf8'))
    // The pages show requests of the reference, too.
    const requests = Object.values(examples).map(({ request }) => JSON.stringify(request))
    const found = (pattern: RegExp): string[] => [
      ...new Set(
        [...pages, ...requests].flatMap((text) => [...text.matchAll(pattern)].map(([, value]) => value!)),
      ),
    ]
    const registered = found(/"(?:targetP|p)ublicKey":\s*"([0-9a-f]{64,130})"/g)
    expect(registered.length).toBeGreaterThan(2)
    for (const key of registered) expect([key, isPublicKey(key)]).toEqual([key, true])
    // Private keys appear as `… private key … <hex>`, or a command writes them to a file.
    const told = [
      ...found(/private key[^\n]{0,60}[\n| `:]{1,12}([0-9a-f]{64})\b/gi),
      ...found(/\bprintf ([0-9a-f]{64})\b/g),
    ]
    expect(told.length).toBeGreaterThan(2)
    for (const key of told) {
      const isKnown = (
        ['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519'] as const
      ).some((curve) => isPublicKey(apiPublicKeyOf(curve, key)))
      expect([key, isKnown]).toEqual([key, true])
    }
  })

  it('contains the keys of `dev --examples`, whose root secret opens no server', () => {
    const { state, rows } = JSON.parse(readFileSync(EXAMPLES_STATE, 'utf8'))
    const keys = (rows as [string, string, string, string][]).flatMap(([, table, id, value]) => {
      if (table === 'credentials-api-key') return id
      const row = JSON.parse(value)
      if (table !== 'users') return ['privateKeys', 'walletAccounts'].includes(table) ? row.publicKey : []
      return (row.authenticators as { publicKey: string }[]).map(({ publicKey }) =>
        toHex(fromCoseKey(parseBase64url(publicKey, 'passkey'))),
      )
    })
    expect(keys).toContain(state.apiKey.publicKey)
    expect(keys.filter((key) => !isPublicKey(key))).toEqual([])
    expect(() => assertNotPublic(parseHex(state.rootSecret, 'root secret'))).toThrow(
      expect.objectContaining({ code: 'ROOT_SECRET_PUBLIC' }),
    )
  })

  it('contains the keys of development servers with common seeds', async () => {
    const dev = await startTestDev({ seed: 42 })
    expect(isPublicKey(dev.server.apiKey.publicKey)).toBe(true)
    await dev.close()
  })

  it.each([ABANDON, JUNK])('contains the phrase and its first accounts: %s', async (phrase) => {
    expect(isPublic('wallet', parsePhrase(phrase))).toBe(true)
    const seed = await deriveSeed(parsePhrase(phrase))
    for (const [curve, path] of [
      ['CURVE_SECP256K1', "m/44'/60'/0'/0/0"],
      ['CURVE_SECP256K1', "m/44'/60'/0'/0/9"],
      ['CURVE_SECP256K1', "m/84'/0'/0'/0/0"],
      ['CURVE_ED25519', "m/44'/501'/0'/0'"],
    ] as const) {
      const { publicKey } = deriveKeyPair(curve, seed, path)
      expect([path, isPublic('private key', publicKey)]).toEqual([path, true])
    }
  })

  it.each(['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519'] as const)(
    'does not contain a new key on %s',
    (curve) => {
      expect(isPublicKey(generateApiKeyPair(platformRandom, curve).publicKey)).toBe(false)
      expect(isPublic('wallet', platformRandom(16))).toBe(false)
    },
  )
})

/** All calls that accept a key. Each runs with a client of a root user and should fail. */
const WAYS: Readonly<Record<string, (client: Client, userId: string) => Promise<unknown>>> = {
  ...Object.fromEntries(
    PUBLIC_KEYS.map(([curveType, publicKey]) => [
      `API key ${publicKey}`,
      (client: Client, userId: string) =>
        client.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
          userId,
          apiKeys: [{ apiKeyName: 'public', publicKey, curveType }],
        }),
    ]),
  ),
  'API key of a new user': (client) =>
    client.run('ACTIVITY_TYPE_CREATE_USERS_V2', { users: [{ ...userWithPublicKey(), userTags: [] }] }),
  'API key of a user of a new sub-organization': (client) =>
    client.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'public',
      rootQuorumThreshold: 1,
      rootUsers: [userOfSubOrganization()],
    }),
  'session key': (client) => client.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: smallKey(3) }),
  authenticator: (client, userId) =>
    client.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
      userId,
      authenticators: [publicPasskey().register()],
    }),
  'target key of a session': (client) =>
    client.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: PUBLIC_TARGET }),
  'target key of an export': async (client) => {
    const { walletId } = await anyWallet(client)
    return client.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey: PUBLIC_TARGET })
  },
}

const PUBLIC_TARGET = toHex(uncompressP256PublicKey(parseHex(PUBLIC_KEYS[0]![1], 'public key')))

const userWithPublicKey = () => ({
  userName: 'public',
  apiKeys: [{ apiKeyName: 'public', publicKey: smallKey(2) }],
  authenticators: [],
})

const userOfSubOrganization = () => ({
  ...userWithPublicKey(),
  apiKeys: [{ apiKeyName: 'public', publicKey: smallKey(2), curveType: 'API_KEY_CURVE_P256' as const }],
  oauthProviders: [],
})

const smallKey = (n: number) => apiPublicKeyOf('API_KEY_CURVE_P256', String(n).padStart(64, '0'))

/** Its private key is 1: a scalar is 48 random bytes modulo the order minus one, plus one. */
const publicPasskey = () =>
  createPasskey({ random: (length) => (length === 48 ? new Uint8Array(48) : platformRandom(length)) })

const anyName = () => toHex(platformRandom(8))
const anyWallet = async (client: Client) => (await client.query('list_wallets')).wallets[0]!

async function importWallet(client: Client, signerPublicKey: string, phrase: string) {
  const { userId } = await client.query('whoami')
  const { importBundle } = await client.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
  const expected = { organizationId: client.organizationId, userId, signerPublicKey }
  const encryptedBundle = await sealImport(toUtf8(phrase), importBundle, expected, platformRandom)
  return () =>
    client.run('ACTIVITY_TYPE_IMPORT_WALLET', {
      userId,
      walletName: anyName(),
      encryptedBundle,
      accounts: [],
    })
}

async function importKey(
  client: Client,
  signerPublicKey: string,
  curve: 'SECP256K1' | 'ED25519',
  key: string,
) {
  const { userId } = await client.query('whoami')
  const { importBundle } = await client.run('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId })
  const expected = { organizationId: client.organizationId, userId, signerPublicKey }
  const secret = parseHex(key, 'private key')
  const encryptedBundle = await sealImport(secret, importBundle, expected, platformRandom)
  return () =>
    client.run('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
      userId,
      privateKeyName: anyName(),
      encryptedBundle,
      curve: `CURVE_${curve}`,
      addressFormats: [],
    })
}

const IMPORTS: readonly (readonly [
  what: string,
  prepare: (client: Client, signer: string) => Promise<() => Promise<unknown>>,
])[] = [
  [ABANDON, (client, signer) => importWallet(client, signer, ABANDON)],
  [JUNK, (client, signer) => importWallet(client, signer, JUNK)],
  ['a secp256k1 key of tools', (client, signer) => importKey(client, signer, 'SECP256K1', SECP256K1)],
  ['an account of the test phrase', (client, signer) => importKey(client, signer, 'SECP256K1', EXPORTED)],
  ['an Ed25519 key of RFC 8032', (client, signer) => importKey(client, signer, 'ED25519', ED25519)],
]

describe('a team server', () => {
  let team: TestTeam
  let client: Client
  let userId: string
  beforeAll(async () => {
    team = await startTestTeam()
    client = team.clientAt((await team.start()).url)
    userId = (await client.query('whoami')).userId
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'own', accounts: [] })
  })
  afterAll(() => team.close())

  async function expectUnchanged(refused: () => Promise<unknown>): Promise<void> {
    const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
    const before = await collectContents(store.readAll())
    await expect(refused()).rejects.toMatchObject({ status: 400, errorCode: 'SECRET_PUBLIC' })
    expect(await collectContents(store.readAll())).toEqual(before)
    await store.close()
  }

  it.each(Object.keys(WAYS))('rejects a public %s', async (way) => {
    await expectUnchanged(() => WAYS[way]!(client, userId))
  })

  it.each(IMPORTS)('rejects the import of %s', async (_, prepare) => {
    await expectUnchanged(await prepare(client, team.signerPublicKey))
  })

  it('creates nothing during initialization with a public API key', async () => {
    const databaseUrl = await team.postgres.createDatabase()
    const shares = { count: 2, threshold: 2 }
    const organizationOf = (publicKey: string) => ({
      organizationName: 'Public',
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'k', publicKey }] }],
    })
    await expect(
      initializeServer({ databaseUrl, shares, organization: organizationOf(smallKey(2)) }),
    ).rejects.toMatchObject({ code: 'SECRET_PUBLIC' })
    const { publicKey } = generateApiKeyPair(platformRandom)
    expect(
      await initializeServer({ databaseUrl, shares, organization: organizationOf(publicKey) }),
    ).toMatchObject({ organizationId: expect.any(String) })
  })
})

describe('a development server', () => {
  it('accepts all of them', async () => {
    const dev = await startTestDev()
    const { userId } = await dev.root.query('whoami')
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'own', accounts: [] })
    for (const take of Object.values(WAYS)) await take(dev.root, userId)
    for (const [, prepare] of IMPORTS) await (await prepare(dev.root, dev.server.signerPublicKey))()
    await dev.close()
  })
})
