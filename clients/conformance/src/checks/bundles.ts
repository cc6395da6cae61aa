/** Sealed secrets: opened and sealed correctly, and rejected if they are not for this caller. */
import {
  apiPublicKeyOf,
  createExportBundle,
  generateP256KeyPair,
  openCredentialBundle,
  openExportBundle,
  parseHex,
  platformRandom,
  toBase58,
  toHex,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Check } from '../check.ts'
import { need } from '../finding.ts'
import { newTarget, type World } from '../world.ts'

const HPKE = 'RFC 9180'
const EXPORT = '/features/export-wallets'
const IMPORT = '/features/import-wallets'

/** BIP-39's all-zero test phrase, and its first Ethereum address as every wallet shows it. */
const PHRASE = `${'abandon '.repeat(11)}about`
const PHRASE_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const

async function sessionOf(world: World) {
  const { client } = await world.organization()
  const target = newTarget()
  const { credentialBundle } = await client.createReadWriteSession({ targetPublicKey: target.publicKey })
  return { bundle: credentialBundle, target }
}

async function exportOf(world: World) {
  const { client, organizationId } = await world.organization()
  const target = newTarget()
  const { walletId } = await client.createWallet({ walletName: 'leaving', accounts: [] })
  const { exportBundle } = await client.exportWallet({ walletId, targetPublicKey: target.publicKey })
  const pins = { organizationId, signerPublicKey: world.kw.signerPublicKey }
  return { bundle: exportBundle, target, of: 'phrase', format: 'HEXADECIMAL', ...pins } as const
}

/** Opens a valid bundle first, so that a client that rejects everything fails. */
async function refusesExport(
  world: World,
  change: (good: Awaited<ReturnType<typeof exportOf>>) => object | Promise<object>,
): Promise<void> {
  const good = await exportOf(world)
  await world.result('openExport', good)
  await world.error('openExport', { ...good, ...(await change(good)) })
}

function changed(bundle: string): string {
  const outer = JSON.parse(bundle) as { data: string }
  const data = JSON.parse(Buffer.from(outer.data, 'hex').toString()) as { ciphertext: string }
  const last = data.ciphertext.endsWith('0') ? '1' : '0'
  const altered = { ...data, ciphertext: data.ciphertext.slice(0, -1) + last }
  return JSON.stringify({ ...outer, data: Buffer.from(JSON.stringify(altered)).toString('hex') })
}

const otherSigner = () => {
  const { publicKey, privateKey } = generateP256KeyPair(platformRandom)
  return { publicKey: uncompressP256PublicKey(publicKey), privateKey }
}

async function importOf(world: World, of: 'phrase' | 'private-key') {
  const { client, organizationId, userId } = await world.organization()
  const { importBundle } =
    of === 'phrase'
      ? await client.initImportWallet({ userId })
      : await client.initImportPrivateKey({ userId })
  const pins = { organizationId, userId, signerPublicKey: world.kw.signerPublicKey }
  return { bundle: importBundle, of, format: 'HEXADECIMAL' as const, secret: PHRASE, ...pins }
}

async function refusesImport(world: World, change: object): Promise<void> {
  const good = await importOf(world, 'phrase')
  await world.result('sealImport', good)
  await world.error('sealImport', { ...good, ...change })
}

export const bundleChecks: readonly Check[] = [
  {
    id: 'credential-opened',
    group: 'bundles',
    requires: 'A credential bundle opens to the API key that was sealed into it.',
    source: HPKE,
    async run(world) {
      const { bundle, target } = await sessionOf(world)
      const secret = toHex(await openCredentialBundle(bundle, parseHex(target.privateKey, 'key')))
      const { publicKey, privateKey = secret } = await world.result('openCredential', { bundle, target })
      const expected = apiPublicKeyOf('API_KEY_CURVE_P256', secret)
      need(publicKey.toLowerCase() === expected, `the public key is ${publicKey}, not ${expected}`)
      need(privateKey.toLowerCase() === secret, 'the private key differs')
    },
  },
  {
    id: 'credential-for-another',
    group: 'bundles',
    requires: 'The client rejects a credential bundle for another target key.',
    source: HPKE,
    async run(world) {
      const { bundle, target } = await sessionOf(world)
      await world.result('openCredential', { bundle, target })
      await world.error('openCredential', { bundle, target: newTarget() })
    },
  },
  {
    id: 'credential-cut',
    group: 'bundles',
    requires: 'The client rejects a credential bundle without its last character.',
    source: '/features/email-auth',
    async run(world) {
      const { bundle, target } = await sessionOf(world)
      await world.result('openCredential', { bundle, target })
      await world.error('openCredential', { bundle: bundle.slice(0, -1), target })
    },
  },
  {
    id: 'export-phrase',
    group: 'bundles',
    requires: 'A wallet export opens to the recovery phrase.',
    source: EXPORT,
    async run(world) {
      const { client } = await world.organization()
      const bundle = await exportOf(world)
      const { secret } = await world.result('openExport', bundle)
      need(secret.split(' ').length === 12, `it opens to ${secret.split(' ').length} words instead of 12`)
      need((await client.listWallets()).wallets[0]!.exported, 'the wallet is not exported')
    },
  },
  {
    id: 'export-key',
    group: 'bundles',
    requires: 'A private key export opens to 64 hexadecimal digits.',
    source: EXPORT,
    async run(world) {
      const { secret, key } = await openSealedKey(world, 'HEXADECIMAL')
      need(secret.replace(/^0x/, '') === toHex(key), 'the private key differs')
    },
  },
  {
    id: 'export-key-solana',
    group: 'bundles',
    requires: 'A private key export for Solana opens to base58 of seed and public key.',
    source: EXPORT,
    async run(world) {
      const { secret, key } = await openSealedKey(world, 'SOLANA')
      need(secret === solanaKey(key), 'the text is not base58 of seed and public key')
    },
  },
  {
    id: 'export-for-another',
    group: 'bundles',
    requires: 'The client rejects an export for another target key.',
    source: HPKE,
    run: (world) => refusesExport(world, () => ({ target: newTarget() })),
  },
  {
    id: 'export-changed',
    group: 'bundles',
    requires: 'The client rejects an export that was changed in transit.',
    source: EXPORT,
    run: (world) => refusesExport(world, ({ bundle }) => ({ bundle: changed(bundle) })),
  },
  {
    id: 'export-other-signer',
    group: 'bundles',
    requires: 'The client rejects an export that isn’t signed by the pinned key.',
    source: EXPORT,
    run: (world) =>
      refusesExport(world, async ({ target, organizationId }) => ({
        bundle: await createExportBundle(toUtf8(PHRASE), {
          targetPublicKey: target.publicKey,
          organizationId,
          signer: otherSigner(),
          random: platformRandom,
        }),
      })),
  },
  {
    id: 'export-other-organization',
    group: 'bundles',
    requires: 'The client rejects an export of another organization.',
    source: EXPORT,
    run: (world) => refusesExport(world, () => ({ organizationId: world.kw.organizationId })),
  },
  {
    id: 'import-phrase',
    group: 'bundles',
    requires: 'The engine imports a phrase that the client sealed, and derives the expected address from it.',
    source: IMPORT,
    async run(world) {
      const { client, userId } = await world.organization()
      const { encryptedBundle } = await world.result('sealImport', await importOf(world, 'phrase'))
      const accounts = [ETHEREUM]
      const wallet = await client.importWallet({ userId, walletName: 'arrived', encryptedBundle, accounts })
      need(wallet.addresses[0] === PHRASE_ADDRESS, `the address is ${wallet.addresses[0]}`)
    },
  },
  {
    id: 'import-key',
    group: 'bundles',
    requires: 'The engine imports a private key that the client sealed from hexadecimal.',
    source: IMPORT,
    run: (world) => importsKey(world, 'HEXADECIMAL'),
  },
  {
    id: 'import-key-solana',
    group: 'bundles',
    requires: 'The engine imports a private key that the client sealed from base58 of seed and public key.',
    source: IMPORT,
    run: (world) => importsKey(world, 'SOLANA'),
  },
  {
    id: 'import-other-signer',
    group: 'bundles',
    requires: 'The client doesn’t seal to an import bundle that isn’t signed by the pinned key.',
    source: IMPORT,
    run: (world) => refusesImport(world, { signerPublicKey: toHex(otherSigner().publicKey) }),
  },
  {
    id: 'import-other-user',
    group: 'bundles',
    requires: 'The client doesn’t seal to an import bundle for another user.',
    source: IMPORT,
    run: (world) => refusesImport(world, { userId: world.kw.rootUserId }),
  },
]

const solanaKey = (seed: Uint8Array) => toBase58(Uint8Array.of(...seed, ...ed25519.getPublicKey(seed)))

/** A test key: imported by the kit, exported by the client. */
async function openSealedKey(world: World, format: 'HEXADECIMAL' | 'SOLANA') {
  const { client, organizationId } = await world.organization()
  const target = newTarget()
  const { privateKeys } = await client.createPrivateKeys({
    privateKeys: [
      {
        privateKeyName: 'leaving',
        curve: format === 'SOLANA' ? 'CURVE_ED25519' : 'CURVE_SECP256K1',
        privateKeyTags: [],
        addressFormats: [],
      },
    ],
  })
  const { privateKeyId } = privateKeys[0]!
  const pins = { organizationId, signerPublicKey: world.kw.signerPublicKey }
  const { exportBundle } = await client.exportPrivateKey({
    privateKeyId: privateKeyId!,
    targetPublicKey: target.publicKey,
  })
  const key = await openExportBundle(exportBundle, parseHex(target.privateKey, 'key'), pins)
  const opened = await world.result('openExport', {
    bundle: exportBundle,
    target,
    of: 'private-key',
    format,
    ...pins,
  })
  return { secret: opened.secret, key }
}

async function importsKey(world: World, format: 'HEXADECIMAL' | 'SOLANA'): Promise<void> {
  const { client, userId } = await world.organization()
  const seed = platformRandom(32)
  const secret = format === 'SOLANA' ? solanaKey(seed) : toHex(seed)
  const bundle = await importOf(world, 'private-key')
  const { encryptedBundle } = await world.result('sealImport', { ...bundle, format, secret })
  const { addresses } = await client.importPrivateKey({
    userId,
    privateKeyName: 'arrived',
    encryptedBundle,
    curve: 'CURVE_ED25519',
    addressFormats: ['ADDRESS_FORMAT_SOLANA'],
  })
  need(
    addresses[0]!.address === toBase58(ed25519.getPublicKey(seed)),
    `the address is ${addresses[0]!.address}`,
  )
}
