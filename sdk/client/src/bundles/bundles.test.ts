/** Compares each bundle with the engine's implementation, and runs against the engine. */

import { createTestEngine, seededRandom } from '@keywright/engine/test'
import {
  createCredentialBundle,
  createExportBundle,
  createImportBundle,
  createOtpTargetBundle,
  generateP256KeyPair,
  openCredentialBundle as keysOpenCredential,
  openEncryptedBundle,
  p256PublicKeyOf,
  parseBase58check,
  parseHex,
  toBase58,
  toBase64url,
  toHex,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiKeyStamper } from '../apiKey/index.ts'
import type { TargetKey } from './index.ts'
import * as bundles from './index.ts'

const random = seededRandom('bundles')
const ORGANIZATION = '11111111-1111-4111-8111-111111111111'
const USER = '22222222-2222-4222-8222-222222222222'
const signer = generateP256KeyPair(random)
const signerPublicKey = toHex(uncompressP256PublicKey(signer.publicKey))
const expected = { signerPublicKey, organizationId: ORGANIZATION }
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

let target: TargetKey
let other: TargetKey
beforeAll(async () => {
  target = await bundles.generateTargetKey()
  other = await bundles.generateTargetKey()
})

const refusedWith = (code: string) =>
  expect.objectContaining({ name: 'BundleError', code, help: expect.any(String) })

describe('credential bundles', () => {
  const { privateKey, publicKey } = generateP256KeyPair(random)
  const sealed = () => createCredentialBundle(privateKey, target.targetPublicKey, random)

  it('open to a key pair for the stamper', async () => {
    const pair = { apiPrivateKey: toHex(privateKey), apiPublicKey: toHex(publicKey) }
    expect(await bundles.openCredentialBundle(await sealed(), target)).toEqual(pair)
    expect(await bundles.openCredentialBundle(` ${await sealed()}\n`, target)).toEqual(pair)
    const old = toBase64url(parseBase58check(await sealed(), 'bundle'))
    expect(await bundles.openCredentialBundle(old, target)).toEqual(pair)
  })

  it("have the same format as the server's", async () => {
    const own = generateP256KeyPair(random)
    const point = toHex(uncompressP256PublicKey(own.publicKey))
    const bundle = await bundles.sealCredentialBundle(toHex(privateKey), point)
    expect(toHex(await keysOpenCredential(bundle, own.privateKey))).toBe(toHex(privateKey))
    const imported = await bundles.importTargetKey(point, toHex(own.privateKey))
    expect(await bundles.openCredentialBundle(bundle, imported)).toMatchObject({
      apiPrivateKey: toHex(privateKey),
    })
  })

  it('open to a non-extractable signing key', async () => {
    const opened = await bundles.openSessionBundle(await sealed(), target)
    expect(opened.apiPublicKey).toBe(toHex(publicKey))
    expect([opened.apiPrivateKey.extractable, opened.apiPrivateKey.usages]).toEqual([false, ['sign']])
    await expect(new ApiKeyStamper(opened).ready()).resolves.toBeDefined()
  })

  it.each([
    ['', 'BUNDLE_MALFORMED'],
    ['not a bundle', 'BUNDLE_MALFORMED'],
    ['3yZe7d', 'BUNDLE_MALFORMED'],
    ['1'.repeat(5000), 'BUNDLE_MALFORMED'],
  ])('reject %j', async (text, code) => {
    await expect(bundles.openCredentialBundle(text, target)).rejects.toEqual(refusedWith(code))
  })

  it('detect a missing character', async () => {
    const bundle = await sealed()
    await expect(bundles.openCredentialBundle(bundle.slice(0, -1), target)).rejects.toEqual(
      refusedWith('BUNDLE_MALFORMED'),
    )
  })

  it('reject an invalid target key', async () => {
    await expect(bundles.sealCredentialBundle('00', target.targetPublicKey)).rejects.toEqual(
      refusedWith('SECRET_MALFORMED'),
    )
    for (const point of ['', '04', `04${'11'.repeat(64)}`, signerPublicKey.slice(0, 66)]) {
      await expect(bundles.sealCredentialBundle('11'.repeat(32), point)).rejects.toEqual(
        refusedWith('TARGET_KEY_MALFORMED'),
      )
    }
  })
})

describe('export bundles', () => {
  const create = (plaintext: Uint8Array) =>
    createExportBundle(plaintext, {
      targetPublicKey: target.targetPublicKey,
      organizationId: ORGANIZATION,
      signer,
      random,
    })

  const named = () => ({ enclaveQuorumPublic: other.targetPublicKey })
  const ofOther = () => ({ signerPublicKey: other.targetPublicKey })

  it('open to the recovery phrase', async () => {
    expect(await bundles.openWalletExport(await create(toUtf8(PHRASE)), target, expected)).toBe(PHRASE)
  })

  it('open to the private key in either format', async () => {
    // RFC 8032 §7.1, test 1.
    const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
    const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
    const bundle = await create(parseHex(seed, 'seed'))
    expect(await bundles.openKeyExport(bundle, target, expected)).toBe(seed)
    const solana = await bundles.openKeyExport(bundle, target, { ...expected, keyFormat: 'SOLANA' })
    expect(solana).toBe(toBase58(parseHex(seed + publicKey, 'key')))
  })

  it.each<[string, () => object, () => object, string]>([
    ['another signer that names itself', named, ofOther, 'BUNDLE_SIGNATURE_INVALID'],
    ['data of another bundle', () => ({ data: '7b7d' }), Object, 'BUNDLE_SIGNATURE_INVALID'],
    ['an invalid signature', () => ({ dataSignature: '3000' }), Object, 'BUNDLE_SIGNATURE_INVALID'],
    ['no data', () => ({ data: 1 }), Object, 'BUNDLE_MALFORMED'],
    ['another version', () => ({ version: 'v2' }), Object, 'BUNDLE_MALFORMED'],
  ])('report the problem: %s', async (_, changes, expects, code) => {
    const bundle = JSON.stringify({ ...JSON.parse(await create(toUtf8(PHRASE))), ...changes() })
    const attempt = bundles.openWalletExport(bundle, target, { ...expected, ...expects() })
    await expect(attempt).rejects.toEqual(refusedWith(code))
  })

  it('report a phrase instead of a key, without it', async () => {
    const attempt = bundles.openKeyExport(await create(toUtf8(PHRASE)), target, expected)
    const error: unknown = await attempt.catch((caught: unknown) => caught)
    expect(error).toEqual(refusedWith('SECRET_MALFORMED'))
    expect(JSON.stringify(error)).not.toContain('winner')
  })

  it('reports a key instead of a phrase', async () => {
    const bundle = await create(new Uint8Array(32).fill(0xff))
    await expect(bundles.openWalletExport(bundle, target, expected)).rejects.toEqual(
      refusedWith('SECRET_MALFORMED'),
    )
  })
})

describe('import bundles', () => {
  const inbox = generateP256KeyPair(random)
  const importBundle = createImportBundle({
    targetPublicKey: inbox.publicKey,
    organizationId: ORGANIZATION,
    userId: USER,
    signer,
  })
  const expectedImport = { ...expected, userId: USER }
  const opened = async (text: string) => openEncryptedBundle(text, inbox.privateKey)

  it('seal the phrase with normalized white space', async () => {
    const sealed = await bundles.sealWalletImport(
      `  ${PHRASE.replace(/ /g, '\n ').toUpperCase()} `,
      importBundle,
      expectedImport,
    )
    expect(new TextDecoder().decode(await opened(sealed))).toBe(PHRASE)
  })

  it('seal the private key in either format', async () => {
    const hex = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
    const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
    const solana = toBase58(parseHex(hex + publicKey, 'key'))
    for (const sealed of [
      await bundles.sealKeyImport(`0x${hex}`, importBundle, expectedImport),
      await bundles.sealKeyImport(solana, importBundle, { ...expectedImport, keyFormat: 'SOLANA' }),
    ]) {
      expect(toHex(await opened(sealed))).toBe(hex)
    }
  })

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'too few words',
      () => bundles.sealWalletImport('legal winner', importBundle, expectedImport),
      'SECRET_MALFORMED',
    ],
    [
      'not hexadecimal',
      () => bundles.sealKeyImport(PHRASE, importBundle, expectedImport),
      'SECRET_MALFORMED',
    ],
    [
      'half of a Solana key',
      () =>
        bundles.sealKeyImport(toBase58(new Uint8Array(32)), importBundle, {
          ...expectedImport,
          keyFormat: 'SOLANA',
        }),
      'SECRET_MALFORMED',
    ],
    [
      'halves of two Solana keys',
      () =>
        bundles.sealKeyImport(toBase58(new Uint8Array(64)), importBundle, {
          ...expectedImport,
          keyFormat: 'SOLANA',
        }),
      'SECRET_MALFORMED',
    ],
  ])('reject %s', async (_, attempt, code) => {
    const error: unknown = await attempt().catch((caught: unknown) => caught)
    expect(error).toEqual(refusedWith(code))
    expect(JSON.stringify(error)).not.toContain('winner')
  })

  it('seal a one-time code with its key', async () => {
    const bundle = createOtpTargetBundle({
      targetPublicKey: inbox.publicKey,
      organizationId: ORGANIZATION,
      signer,
    })
    const sealed = await bundles.sealOtp('123456', 'aa', bundle, expected)
    expect(JSON.parse(new TextDecoder().decode(await opened(sealed)))).toEqual({
      otp_code: '123456',
      public_key: 'aa',
    })
  })
})

it('moves a wallet to another organization', async () => {
  const engine = createTestEngine('bundles')
  const { organizationId, root } = await engine.organization()
  const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'old', accounts: [] })
  const exported = await root.run('ACTIVITY_TYPE_EXPORT_WALLET', {
    walletId,
    targetPublicKey: target.targetPublicKey,
  })
  const signerKey = { signerPublicKey: engine.signerPublicKey }
  const phrase = await bundles.openWalletExport(exported.exportBundle, target, {
    ...signerKey,
    organizationId,
  })
  expect(phrase.split(' ')).toHaveLength(12)

  const second = await engine.organization('Second')
  const userId = second.rootUserId
  const { importBundle } = await second.root.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
  const encryptedBundle = await bundles.sealWalletImport(phrase, importBundle, {
    ...signerKey,
    organizationId: second.organizationId,
    userId,
  })
  const imported = await second.root.run('ACTIVITY_TYPE_IMPORT_WALLET', {
    userId,
    walletName: 'new',
    encryptedBundle,
    accounts: [],
  })
  expect(imported.walletId).toEqual(expect.any(String))
})

it('generates target keys with a non-extractable private key', async () => {
  expect(target.keyPair.privateKey.extractable).toBe(false)
  expect((await bundles.generateTargetKey(true)).keyPair.privateKey.extractable).toBe(true)
  await expect(bundles.importTargetKey('04', '11')).rejects.toEqual(refusedWith('TARGET_KEY_MALFORMED'))
  const own = generateP256KeyPair(random)
  const foreign = toHex(uncompressP256PublicKey(p256PublicKeyOf(generateP256KeyPair(random).privateKey)))
  await expect(bundles.importTargetKey(foreign, toHex(own.privateKey))).rejects.toEqual(
    refusedWith('TARGET_KEY_MALFORMED'),
  )
})

describe('without crypto.subtle, as in React Native or on a page without a secure origin', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const exported = () =>
    createExportBundle(toUtf8(PHRASE), {
      targetPublicKey: target.targetPublicKey,
      organizationId: ORGANIZATION,
      signer,
      random,
    })
  const imported = () =>
    createImportBundle({
      targetPublicKey: signer.publicKey,
      organizationId: ORGANIZATION,
      userId: USER,
      signer,
    })
  const credential = () => createCredentialBundle(signer.privateKey, target.targetPublicKey, random)

  it.each<[string, () => string | Promise<string>, (bundle: string) => Promise<unknown>]>([
    ['generateTargetKey', String, () => bundles.generateTargetKey()],
    [
      'importTargetKey',
      () => toHex(signer.privateKey),
      (secret) => bundles.importTargetKey(signerPublicKey, secret),
    ],
    [
      'sealCredentialBundle',
      String,
      () => bundles.sealCredentialBundle('11'.repeat(32), target.targetPublicKey),
    ],
    ['openCredentialBundle', credential, (bundle) => bundles.openCredentialBundle(bundle, target)],
    [
      'openCredentialBundle, old',
      async () => toBase64url(parseBase58check(await credential(), 'bundle')),
      (bundle) => bundles.openCredentialBundle(bundle, target),
    ],
    ['openWalletExport', exported, (bundle) => bundles.openWalletExport(bundle, target, expected)],
    [
      'sealWalletImport',
      imported,
      (bundle) => bundles.sealWalletImport(PHRASE, bundle, { ...expected, userId: USER }),
    ],
  ])('%s says so', async (_, create, use) => {
    const bundle = await create()
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await expect(use(bundle)).rejects.toEqual(refusedWith('CRYPTO_UNAVAILABLE'))
  })
})
