import {
  addressOf,
  generateP256KeyPair,
  openExportBundle,
  type P256KeyPair,
  type PhraseLanguage,
  parseHex,
  parsePhrase,
  parseUtf8,
  phraseLanguages,
  publicKeyOf,
  toHex,
  toPhrase,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { addUser, allow, ETHEREUM, refusedCall, SOLANA, sealSecret } from '../../test/support/index.ts'
import {
  engine,
  inOrganization,
  organizationId,
  refused,
  root,
  rootUserId,
} from '../../test/support/setting.ts'

let target: P256KeyPair
let targetPublicKey: string

inOrganization()
beforeEach(() => {
  target = generateP256KeyPair(engine.random)
  targetPublicKey = toHex(uncompressP256PublicKey(target.publicKey))
})

// The public test phrase and its known addresses: BIP-39's first vector, eleven times `abandon` and `about`.
const PHRASE = `${'abandon '.repeat(11)}about`
const ADDRESSES = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
]

const seal = (secret: Uint8Array, importBundle: string, userId = rootUserId): Promise<string> =>
  sealSecret(engine, root, secret, { importBundle, userId })
const initWallet = (userId = rootUserId, as = root) => as.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
const initKey = (userId = rootUserId, as = root) =>
  as.run('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId })
const importWallet = (
  encryptedBundle: string,
  { userId = rootUserId, walletName = 'imported', accounts = [ETHEREUM, SOLANA] } = {},
) => root.run('ACTIVITY_TYPE_IMPORT_WALLET', { userId, walletName, encryptedBundle, accounts })
const importKey = (encryptedBundle: string, change: object = {}) =>
  root.run('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
    userId: rootUserId,
    privateKeyName: 'imported',
    encryptedBundle,
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    ...change,
  })
const sealedPhrase = async (phrase: string) => seal(toUtf8(phrase), (await initWallet()).importBundle)

const open = (bundle: string) =>
  openExportBundle(bundle, target.privateKey, { signerPublicKey: engine.signerPublicKey, organizationId })

describe('importing a wallet', () => {
  it('restores the addresses of the phrase, and marks the wallet as imported', async () => {
    const { walletId, addresses } = await importWallet(await sealedPhrase(PHRASE))
    expect(addresses).toEqual(ADDRESSES)
    const { wallet } = await root.query('get_wallet', { walletId })
    expect(wallet).toMatchObject({ walletName: 'imported', imported: true, exported: false })
  })

  it('allows a retry with the same target after a rejected import, and none after one that succeeds', async () => {
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'taken', accounts: [] })
    const bundle = await sealedPhrase(PHRASE)
    expect(await refused(() => importWallet(bundle, { walletName: 'taken' }))).toBe('NAME_TAKEN')
    const unhardened = [{ ...SOLANA, path: "m/44'/501'/0'/0" }]
    const attempt = () => importWallet(bundle, { accounts: unhardened })
    expect(await refused(attempt)).toBe('DERIVATION_PATH_INVALID')
    await importWallet(bundle)
    const again = () => importWallet(bundle, { walletName: 'again' })
    expect(await refused(again)).toBe('IMPORT_BUNDLE_INVALID')
  })

  it('replaces an earlier target', async () => {
    const { importBundle } = await initWallet()
    engine.clock.advance({ seconds: 1 })
    await initWallet()
    const bundle = await seal(toUtf8(PHRASE), importBundle)
    expect(await refused(() => importWallet(bundle))).toBe('IMPORT_BUNDLE_INVALID')
  })

  it.each([
    ['a wrong checksum', `${'abandon '.repeat(11)}abandon`],
    ['a word that is not in any list', `${'abandon '.repeat(11)}keywright`],
    ['eleven words', `${'abandon '.repeat(10)}about`],
    ['nothing', ''],
  ])('rejects %s without a specific reason', async (_what, phrase) => {
    const bundle = await sealedPhrase(phrase)
    const error = await refusedCall(engine, organizationId, () => importWallet(bundle))
    expect(error.body).toMatchObject({ code: 3, message: 'could not open the import bundle' })
  })

  it.each([
    ['no bundle', () => 'no JSON'],
    ['another shape', () => '{"encappedPublic":7}'],
    ['a point off the curve', (text: string) => text.replace(/04[0-9a-f]{128}/, `04${'11'.repeat(64)}`)],
    ['an altered ciphertext', (text: string) => text.replace(/"ciphertext":"../, '"ciphertext":"00')],
    ['bytes that are not text', undefined],
  ] as const)('refuses %s', async (_what, alter) => {
    const { importBundle } = await initWallet()
    const secret = alter ? toUtf8(PHRASE) : Uint8Array.of(0xff, 0xfe)
    const sealed = await seal(secret, importBundle)
    const altered = alter ? alter(sealed) : sealed
    if (alter) expect(altered).not.toBe(sealed)
    const error = await refusedCall(engine, organizationId, () => importWallet(altered))
    expect(error.body).toMatchObject({ code: 3, message: 'could not open the import bundle' })
    expect(engine.faults).toEqual([])
  })

  it('rejects a seed that exists already, and names its wallet', async () => {
    const { walletId } = await importWallet(await sealedPhrase(PHRASE))
    engine.clock.advance({ seconds: 1 })
    const bundle = await sealedPhrase(PHRASE)
    const attempt = () => importWallet(bundle, { walletName: 'second' })
    const error = await refusedCall(engine, organizationId, attempt)
    expect(error.errorCode).toBe('KEY_IMPORTED_ALREADY')
    expect(error.message).toContain(walletId)
  })

  it('rejects the exported seed of an existing wallet', async () => {
    const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'own', accounts: [] })
    const { exportBundle } = await root.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey })
    const phrase = parseUtf8(await open(exportBundle), 'phrase')
    const bundle = await sealedPhrase(phrase)
    expect(await refused(() => importWallet(bundle))).toBe('KEY_IMPORTED_ALREADY')
  })

  it('ends with its user, whose target key is erased', async () => {
    await allow(root, "activity.action == 'IMPORT'")
    const { userId, client } = await addUser(engine, root, 'bob')
    await initWallet(userId, client)
    const left = async () => {
      const rows = await engine.ports.store.scan(organizationId, undefined, 1_000)
      return rows.filter(({ table, id }) => /imports$/.test(table) && id === userId).map(({ table }) => table)
    }
    expect(await left()).toHaveLength(2)
    await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
    expect(await left()).toEqual([])
  })

  it.each([
    ['is rejected', 'ACTIVITY_STATUS_REJECTED'],
    ['fails', 'ACTIVITY_STATUS_FAILED'],
  ])('erases the target of an activity that %s, because its bundle is stored', async (_, status) => {
    const [bob, carol] = [await addUser(engine, root, 'bob'), await addUser(engine, root, 'carol')]
    const consensus = `approvers.any(u, u.id == '${carol.userId}')`
    const policies = [
      { policyName: 'init', condition: "activity.kind == 'INIT_IMPORT_WALLET'" },
      { policyName: 'import', condition: "activity.kind == 'IMPORT_WALLET'", consensus },
    ]
    await root.run('ACTIVITY_TYPE_CREATE_POLICIES', {
      policies: policies.map((policy) => ({ effect: 'EFFECT_ALLOW', ...policy })),
    })
    const targets = async () =>
      (await engine.ports.store.scan(organizationId, undefined, 1_000)).filter(({ table }) =>
        /imports$/.test(table),
      ).length
    const propose = async (walletName: string) => {
      engine.clock.advance({ seconds: 1 })
      const { importBundle } = await initWallet(bob.userId, bob.client)
      const isWhole = status === 'ACTIVITY_STATUS_REJECTED'
      const encryptedBundle = isWhole ? await seal(toUtf8(PHRASE), importBundle, bob.userId) : '{}'
      return bob.client.submit('ACTIVITY_TYPE_IMPORT_WALLET', {
        userId: bob.userId,
        walletName,
        encryptedBundle,
        accounts: [],
      })
    }
    const vote =
      status === 'ACTIVITY_STATUS_REJECTED'
        ? 'ACTIVITY_TYPE_REJECT_ACTIVITY'
        : 'ACTIVITY_TYPE_APPROVE_ACTIVITY'
    const { fingerprint } = await propose('first')
    expect(await targets()).toBe(2)
    expect(await carol.client.submit(vote, { fingerprint })).toMatchObject({ status })
    expect(await targets()).toBe(0)
    // A newer target is for another import.
    const second = await propose('second')
    engine.clock.advance({ seconds: 1 })
    await initWallet(bob.userId, bob.client)
    expect(await carol.client.submit(vote, { fingerprint: second.fingerprint })).toMatchObject({ status })
    expect(await targets()).toBe(2)
  })
})

describe('importing a private key', () => {
  // The private key of the test phrase at m/44'/60'/0'/0/0.
  const SECRET = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727'
  const sealedKey = async (secret: string) => seal(parseHex(secret, 'secret'), (await initKey()).importBundle)

  it.each([
    ['CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM'],
    ['CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA'],
  ] as const)('on %s makes the key that it is', async (curve, addressFormat) => {
    const { privateKeyId, addresses } = await importKey(await sealedKey(SECRET), {
      curve,
      addressFormats: [addressFormat],
    })
    const publicKey = publicKeyOf(curve, parseHex(SECRET, 'secret'))
    expect(addresses).toEqual([{ format: addressFormat, address: addressOf(addressFormat, publicKey) }])
    const { privateKey } = await root.query('get_private_key', { privateKeyId })
    expect(privateKey).toMatchObject({ imported: true, exported: false, publicKey: toHex(publicKey) })
  })

  it('shares an address with an account of the same key, which keeps it after a deletion', async () => {
    await importWallet(await sealedPhrase(PHRASE))
    const { privateKeyId } = await importKey(await sealedKey(SECRET))
    const sign = (payload: string) =>
      root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: ADDRESSES[0]!,
        payload,
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      })
    await sign('both')
    const { wallets } = await root.query('list_wallets')
    const walletIds = wallets.map((wallet) => wallet.walletId)
    await root.run('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds, deleteWithoutExport: true })
    await sign('the private key alone')
    const privateKeyIds = [privateKeyId]
    await root.run('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', { privateKeyIds, deleteWithoutExport: true })
    expect(await refused(() => sign('unknown'))).toBe('SIGNER_NOT_FOUND')
  })

  it('rejects a key that exists already, formats of another curve, and a taken name', async () => {
    const { privateKeyId } = await importKey(await sealedKey(SECRET))
    engine.clock.advance({ seconds: 1 })
    const same = await sealedKey(SECRET)
    const attempt = () => importKey(same, { privateKeyName: 'second' })
    const error = await refusedCall(engine, organizationId, attempt)
    expect(error).toMatchObject({ status: 409, errorCode: 'KEY_IMPORTED_ALREADY' })
    expect(error.message).toContain(privateKeyId)
    const solana = () => importKey(same, { addressFormats: ['ADDRESS_FORMAT_SOLANA'] })
    expect(await refused(solana)).toBe('ADDRESS_FORMAT_MISMATCH')
    expect(await refused(() => importKey(same))).toBe('NAME_TAKEN')
  })

  it('can be imported again after an export and a deletion', async () => {
    const { privateKeyId } = await importKey(await sealedKey(SECRET))
    const exported = await root.run('ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', { privateKeyId, targetPublicKey })
    expect(toHex(await open(exported.exportBundle))).toBe(SECRET)
    const { privateKey } = await root.query('get_private_key', { privateKeyId })
    expect(privateKey).toMatchObject({ imported: true, exported: true })
    await root.run('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', { privateKeyIds: [privateKeyId] })
    engine.clock.advance({ seconds: 1 })
    await importKey(await sealedKey(SECRET))
  })
})

describe('exporting', () => {
  const exportWallet = (walletId: string, change: object = {}, as = root) =>
    as.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey, ...change })
  const exportAccount = (address: string, change: object = {}) =>
    root.run('ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT', { address, targetPublicKey, ...change })

  it('returns the phrase in every language', async () => {
    const { walletId } = await importWallet(await sealedPhrase(PHRASE))
    const { exportBundle } = await exportWallet(walletId)
    expect(parseUtf8(await open(exportBundle), 'phrase')).toBe(PHRASE)
    expect((await root.query('get_wallet', { walletId })).wallet).toMatchObject({ exported: true })
    for (const language of phraseLanguages as PhraseLanguage[]) {
      const bundle = (await exportWallet(walletId, { language })).exportBundle
      const phrase = parseUtf8(await open(bundle), 'phrase')
      expect(parsePhrase(phrase, language)).toEqual(parsePhrase(PHRASE))
      expect(phrase).toBe(toPhrase(parsePhrase(PHRASE), language))
    }
  })

  it('returns the key of an account, and marks only the account as exported', async () => {
    const { walletId } = await importWallet(await sealedPhrase(PHRASE))
    const { address, exportBundle } = await exportAccount(ADDRESSES[0]!)
    expect(address).toBe(ADDRESSES[0])
    // Published for this phrase and path.
    expect(toHex(await open(exportBundle))).toBe(
      '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727',
    )
    const solana = await open((await exportAccount(ADDRESSES[1]!)).exportBundle)
    expect(addressOf('ADDRESS_FORMAT_SOLANA', publicKeyOf('CURVE_ED25519', solana))).toBe(ADDRESSES[1])
    expect((await root.query('get_wallet', { walletId })).wallet).toMatchObject({ exported: false })
    const { accounts } = await root.query('list_wallet_accounts', { walletId })
    const walletAccountIds = accounts.map((account) => account.walletAccountId!)
    await root.run('ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS', { walletAccountIds })
  })

  it('is sealed to the target and signed by the engine', async () => {
    const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    const { exportBundle } = await exportWallet(walletId, { targetPublicKey: toHex(target.publicKey) })
    expect(parsePhrase(parseUtf8(await open(exportBundle), 'phrase'))).toHaveLength(16)
    const outer = JSON.parse(exportBundle) as Record<string, string>
    expect(Object.keys(outer)).toEqual(['version', 'data', 'dataSignature', 'enclaveQuorumPublic'])
    expect(outer).toMatchObject({ version: 'v1.0.0', enclaveQuorumPublic: engine.signerPublicKey })
    const other = generateP256KeyPair(engine.random)
    const expected = { signerPublicKey: engine.signerPublicKey, organizationId }
    await expect(openExportBundle(exportBundle, other.privateKey, expected)).rejects.toMatchObject({
      code: 'BUNDLE_NOT_OPENED',
    })
  })

  it('needs a grant, which may name the wallet or the target', async () => {
    const bob = await addUser(engine, root, 'bob')
    const make = (walletName: string) => root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
    const granted = await make('granted')
    const other = await make('other')
    await allow(
      root,
      `wallet.id == '${granted.walletId}' && activity.action == 'EXPORT' && activity.params.target_public_key == '${targetPublicKey}'`,
    )
    await exportWallet(granted.walletId, {}, bob.client)
    const denied = 'NOT_PERMITTED_BY_POLICY'
    expect(await refused(() => exportWallet(other.walletId, {}, bob.client))).toEqual(denied)
    const elsewhere = toHex(generateP256KeyPair(engine.random).publicKey)
    const attempt = () => exportWallet(granted.walletId, { targetPublicKey: elsewhere }, bob.client)
    expect(await refused(attempt)).toEqual(denied)
  })

  it('waits for a second approval and is sealed to the target of the first request', async () => {
    const bob = await addUser(engine, root, 'bob')
    const carol = await addUser(engine, root, 'carol')
    const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    await allow(root, "activity.action == 'EXPORT'", 'approvers.count() >= 2')
    const asked = await bob.client.submit('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey })
    expect(asked).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: {} })
    expect((await root.query('get_wallet', { walletId })).wallet).toMatchObject({ exported: false })
    const done = await carol.client.approve(asked.fingerprint)
    const { exportWalletResult } = done.result as { exportWalletResult: { exportBundle: string } }
    await open(exportWalletResult.exportBundle)
    expect((await root.query('get_wallet', { walletId })).wallet).toMatchObject({ exported: true })
  })
})
