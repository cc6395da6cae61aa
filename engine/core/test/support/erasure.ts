/** Whether deleted secrets can still be decrypted, with the root secret and all rows of a store. */

import { openEncryptedBundle, toHex, toUtf8 } from '@keywright/keys'
import { readJournal } from '../../src/journal/replay.ts'
import type { Store } from '../../src/store/store.ts'
import { DATA_KEYS_LOOKUP } from '../../src/store/tables.ts'
import { openVault, type Vault } from '../../src/vault.ts'
import type { Client } from './client.ts'
import { createTestEngine, type TestEngine } from './engine.ts'
import { addSubOrganization } from './subOrganization.ts'
import { addPrivateKey, ETHEREUM, sealSecret } from './wallet.ts'

/** Root secret and rows of a store: what an attacker or an operator may hold. */
export interface Dump {
  readonly vault: Pick<Vault, 'open'>
  readonly organizationIds: readonly string[]
  /** JSON text of every row, the journal included. */
  readonly texts: readonly string[]
}

export async function dumpOf(store: Store, vault: Pick<Vault, 'open'>): Promise<Dump> {
  const organizationIds = await store.organizations()
  const rows = await Promise.all(organizationIds.map((id) => store.scan(id, undefined, 100_000)))
  return { vault, organizationIds, texts: rows.flat().map((row) => JSON.stringify(row)) }
}

/** Everything that any text of the dump decrypts to, in hex: tries each ciphertext with each key and for each object. */
async function decryptAll({ vault, organizationIds, texts }: Dump): Promise<ReadonlySet<string>> {
  const text = texts.join('\n')
  const every = (pattern: RegExp) => [...new Set(text.match(pattern))]
  // Ciphertext begins with the byte 1, in base64url.
  const sealed = every(/\bA[Q-Za-f][\w-]{38,}/g)
  const ids = [...every(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)]
  const found = new Set<string>()
  for (const organizationId of organizationIds) {
    const open = (id: string, one: string, dataKey?: string) => {
      try {
        return vault.open(organizationId, id, one, (secret) => found.add(toHex(secret)), dataKey) && true
      } catch {
        return false
      }
    }
    const dataKeys = sealed.filter((one) => open('data key', one))
    for (const one of sealed) {
      for (const id of ids) {
        if (!open(id, one)) dataKeys.some((dataKey) => open(id, one, dataKey))
      }
    }
  }
  await openBundles(text, found)
  return found
}

async function openBundles(text: string, found: Set<string>): Promise<void> {
  const bundles = new Set<string>()
  for (const [, quoted] of text.matchAll(/"encryptedBundle":("(?:[^"\\]|\\.)*")/g)) {
    bundles.add(JSON.parse(quoted!) as string)
  }
  for (const key of [...found].filter((one) => one.length === 64)) {
    for (const bundle of bundles) {
      const opened = await Promise.resolve()
        .then(() => openEncryptedBundle(bundle, Uint8Array.from(Buffer.from(key, 'hex'))))
        .catch(() => undefined)
      if (opened) found.add(toHex(opened))
    }
  }
}

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const IMPORTED_KEY = `${'11'.repeat(31)}22`

export interface Keyholder {
  readonly walletIds: readonly string[]
  readonly privateKeyIds: readonly string[]
}

/** Creates and imports a wallet with an account, and a private key. */
export async function createKeys(engine: TestEngine, client: Client, userId: string): Promise<Keyholder> {
  const seal = (secret: Uint8Array, importBundle: string) =>
    sealSecret(engine, client, secret, { importBundle, userId })
  const created = await client.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'created',
    accounts: [ETHEREUM],
  })
  const createdKeyId = await addPrivateKey(client, 'created')
  const forWallet = await client.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
  const wallet = await client.run('ACTIVITY_TYPE_IMPORT_WALLET', {
    userId,
    walletName: 'imported',
    encryptedBundle: await seal(toUtf8(PHRASE), forWallet.importBundle),
    accounts: [ETHEREUM],
  })
  const forKey = await client.run('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId })
  const key = await client.run('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
    userId,
    privateKeyName: 'imported',
    encryptedBundle: await seal(Uint8Array.from(Buffer.from(IMPORTED_KEY, 'hex')), forKey.importBundle),
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  })
  return {
    walletIds: [created.walletId, wallet.walletId],
    privateKeyIds: [createdKeyId, key.privateKeyId],
  }
}

async function secretsIn(store: Store, vault: Vault, organizationId: string): Promise<string[]> {
  const open = async (kind: 'wallets' | 'privateKeys', keyId: string, id: string, sealed: string) => {
    const dataKey = (await store.get(organizationId, DATA_KEYS_LOOKUP[kind], keyId)) as string | undefined
    return vault.open(organizationId, id, sealed, toHex, dataKey)
  }
  const all = async (table: string) =>
    (await store.list(organizationId, table)).map(({ value }) => value as Record<string, string>)
  return Promise.all([
    ...(await all('wallets')).map((row) =>
      open('wallets', row['walletId']!, row['walletId']!, row['sealedEntropy']!),
    ),
    ...(await all('walletAccounts')).map((row) =>
      open('wallets', row['walletId']!, row['walletAccountId']!, row['sealedKey']!),
    ),
    ...(await all('privateKeys')).map((row) =>
      open('privateKeys', row['privateKeyId']!, row['privateKeyId']!, row['sealedKey']!),
    ),
  ])
}

export interface Erasure {
  /** How many of the secrets were found before the deletion, and after it. */
  readonly before: number
  readonly after: number
  readonly secrets: number
  /** Verdicts on all journals after the deletion. */
  readonly verdicts: readonly boolean[]
  /** Whether the journal still has what was encrypted. */
  readonly isInJournal: boolean
}

/** Deletes wallets and private keys one by one, and others with their sub-organization, and looks for their secrets. */
export async function eraseAndSearch(store: Store): Promise<Erasure> {
  const engine = createTestEngine('erasure', { store })
  const { root, organizationId, rootUserId } = await engine.organization()
  const sub = await addSubOrganization(engine, root)
  const vault = openVault(engine.ports.rootSecret, engine.random)
  const { walletIds, privateKeyIds } = await createKeys(engine, root, rootUserId)
  await createKeys(engine, sub.alice, sub.userId)
  const secrets = (
    await Promise.all([organizationId, sub.organizationId].map((id) => secretsIn(store, vault, id)))
  ).flat()
  const count = async () => {
    const found = await decryptAll(await dumpOf(store, vault))
    return secrets.filter((secret) => found.has(secret)).length
  }
  const before = await count()
  const deleteWithoutExport = true
  await root.run('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds: [...walletIds], deleteWithoutExport })
  await root.run('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', {
    privateKeyIds: [...privateKeyIds],
    deleteWithoutExport,
  })
  await sub.alice.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport })
  await engine.idle()
  let journal = ''
  for await (const entry of readJournal(store, organizationId)) journal += JSON.stringify(entry)
  return {
    before,
    after: await count(),
    secrets: secrets.length,
    verdicts: await Promise.all(
      [organizationId, sub.organizationId].map(async (id) => (await engine.verifyJournal(id)).ok),
    ),
    isInJournal: journal.includes('sealedEntropy'),
  }
}
