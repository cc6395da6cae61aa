import { describe, expect, it } from 'vitest'
import { expectKeysError, expectKeysRejection } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import {
  createCredentialBundle,
  createExportBundle,
  createImportBundle,
  createOtpTargetBundle,
  openCredentialBundle,
  openEncryptedBundle,
  openExportBundle,
  parseTargetPublicKey,
  sealImport,
  sealOtp,
} from './bundle.ts'
import {
  parseBase58check,
  parseHex,
  parseUtf8,
  toBase58check,
  toBase64url,
  toHex,
  toUtf8,
} from './encoding.ts'
import {
  generateP256KeyPair,
  p256PublicKeyOf,
  signP256,
  uncompressP256PublicKey,
  verifyP256,
} from './p256.ts'
import { toPhrase } from './phrase.ts'

const random = seededRandom('bundles')
const signer = generateP256KeyPair(random)
const target = generateP256KeyPair(random)
const targetPublicKey = toHex(uncompressP256PublicKey(target.publicKey))
const organizationId = '0d7f3f7e-3a3e-4a3a-9d0e-000000000001'
const userId = '0d7f3f7e-3a3e-4a3a-9d0e-000000000002'
const expected = { signerPublicKey: toHex(uncompressP256PublicKey(signer.publicKey)), organizationId }

const altered = (bundle: string, members: Record<string, unknown>) =>
  JSON.stringify({ ...JSON.parse(bundle), ...members })

function resigned(bundle: string, members: Record<string, unknown>): string {
  const data = JSON.parse(parseUtf8(parseHex(JSON.parse(bundle).data, 'data'), 'data'))
  const bytes = toUtf8(JSON.stringify({ ...data, ...members }))
  return altered(bundle, { data: toHex(bytes), dataSignature: toHex(signP256(bytes, signer.privateKey)) })
}

describe('credential bundles', () => {
  const credential = generateP256KeyPair(random).privateKey

  it('carry a private key in 81 bytes', async () => {
    const bundle = await createCredentialBundle(credential, targetPublicKey, random)
    expect(parseBase58check(bundle, 'bundle')).toHaveLength(81)
    expect(await openCredentialBundle(bundle, target.privateKey)).toEqual(credential)
    const oldFrame = toBase64url(parseBase58check(bundle, 'bundle'))
    expect(await openCredentialBundle(oldFrame, target.privateKey)).toEqual(credential)
  })

  it('take compressed targets too, and replay from equal randomness', async () => {
    const [a, b] = await Promise.all(
      [targetPublicKey, toHex(target.publicKey)].map((key) =>
        createCredentialBundle(credential, key, seededRandom('r')),
      ),
    )
    expect(a).toBe(b)
  })

  it('are refused when shortened, altered, or meant for another', async () => {
    const bundle = await createCredentialBundle(credential, targetPublicKey, random)
    const open = (text: string) => openCredentialBundle(text, target.privateKey)
    for (const text of ['', 'x'.repeat(100_000), '!!!', bundle.slice(1), `${bundle}1`]) {
      await expectKeysRejection('BUNDLE_MALFORMED', open(text))
    }
    const bytes = parseBase58check(bundle, 'bundle')
    await expectKeysRejection('BUNDLE_NOT_OPENED', open(toBase58check(bytes.with(40, bytes[40]! ^ 1))))
    await expectKeysRejection('BUNDLE_NOT_OPENED', openCredentialBundle(bundle, signer.privateKey))
  })

  it("reject targets that don't encode a point", async () => {
    const wrong = `${targetPublicKey.slice(0, -1)}${targetPublicKey.endsWith('0') ? '1' : '0'}`
    await expectKeysRejection('PUBLIC_KEY_MALFORMED', createCredentialBundle(credential, wrong, random))
    expectKeysError('PUBLIC_KEY_MALFORMED', () => parseTargetPublicKey(''))
    expectKeysError('MALFORMED_HEX', () => parseTargetPublicKey('04zz'))
  })
})

describe('export bundles', () => {
  const phrase = toUtf8(toPhrase(new Uint8Array(32)))
  const create = () => createExportBundle(phrase, { targetPublicKey, organizationId, signer, random })

  it('have the members that clients read', async () => {
    const outer = JSON.parse(await create())
    expect(Object.keys(outer)).toEqual(['version', 'data', 'dataSignature', 'enclaveQuorumPublic'])
    expect(outer.version).toBe('v1.0.0')
    expect(outer.enclaveQuorumPublic).toHaveLength(130)
    const data = parseHex(outer.data, 'data')
    expect(await verifyP256(parseHex(outer.dataSignature, 'signature'), data, signer.publicKey)).toBe(true)
    const inner = JSON.parse(parseUtf8(data, 'data'))
    expect(Object.keys(inner)).toEqual(['encappedPublic', 'ciphertext', 'organizationId'])
    expect(inner.encappedPublic).toHaveLength(130)
  })

  it('give the secret back', async () => {
    expect(await openExportBundle(await create(), target.privateKey, expected)).toEqual(phrase)
    const compressed = { ...expected, signerPublicKey: toHex(signer.publicKey) }
    expect(await openExportBundle(await create(), target.privateKey, compressed)).toEqual(phrase)
  })

  it('are refused from another signer, for another organization, or altered', async () => {
    const bundle = await create()
    const open = (text: string, expectation = expected) =>
      openExportBundle(text, target.privateKey, expectation)
    const other = toHex(generateP256KeyPair(random).publicKey)
    await expectKeysRejection('BUNDLE_SIGNER_MISMATCH', open(bundle, { ...expected, signerPublicKey: other }))
    await expectKeysRejection('BUNDLE_SIGNER_MISMATCH', open(altered(bundle, { enclaveQuorumPublic: other })))
    await expectKeysRejection('BUNDLE_MEMBER_MISMATCH', open(bundle, { ...expected, organizationId: userId }))
    await expectKeysRejection('BUNDLE_SIGNATURE_MISMATCH', open(altered(bundle, { data: '7b7d' })))
    await expectKeysRejection('BUNDLE_SIGNATURE_MISMATCH', open(altered(bundle, { dataSignature: '00' })))
    await expectKeysRejection('BUNDLE_NOT_OPENED', openExportBundle(bundle, signer.privateKey, expected))
    await expectKeysRejection('BUNDLE_NOT_OPENED', open(resigned(bundle, { ciphertext: '00'.repeat(20) })))
  })

  it('are refused when a member is missing or cannot be read', async () => {
    const bundle = await create()
    const open = (text: string) => openExportBundle(text, target.privateKey, expected)
    for (const text of ['', 'null', '[]', '{}', '{"version":"v1.0.0"}', 'x'.repeat(70_000)]) {
      await expectKeysRejection('BUNDLE_MALFORMED', open(text))
    }
    for (const members of [
      { version: 'v0' },
      { data: 1 },
      { data: 'zz' },
      { dataSignature: 'z' },
      { enclaveQuorumPublic: '04' },
    ]) {
      await expectKeysRejection('BUNDLE_MALFORMED', open(altered(bundle, members)))
    }
    for (const members of [{ encappedPublic: '04' }, { encappedPublic: null }, { ciphertext: 'z' }]) {
      await expectKeysRejection('BUNDLE_MALFORMED', open(resigned(bundle, members)))
    }
  })
})

describe('imports', () => {
  const bundle = createImportBundle({ targetPublicKey: target.publicKey, organizationId, userId, signer })
  const phrase = toUtf8(toPhrase(new Uint8Array(16)))

  it('go the other way', async () => {
    const sealed = await sealImport(phrase, bundle, { ...expected, userId }, random)
    expect(Object.keys(JSON.parse(sealed))).toEqual(['encappedPublic', 'ciphertext'])
    expect(await openEncryptedBundle(sealed, target.privateKey)).toEqual(phrase)
    const data = JSON.parse(parseUtf8(parseHex(JSON.parse(bundle).data, 'data'), 'data'))
    expect(data).toEqual({ targetPublic: targetPublicKey, organizationId, userId })
  })

  it('are for the user and organization that asked', async () => {
    const seal = (expectation: object) =>
      sealImport(phrase, bundle, { ...expected, userId, ...expectation }, random)
    await expectKeysRejection('BUNDLE_MEMBER_MISMATCH', seal({ userId: organizationId }))
    await expectKeysRejection('BUNDLE_MEMBER_MISMATCH', seal({ organizationId: userId }))
  })

  it("are rejected if the target doesn't encode a point", async () => {
    const bad = resigned(bundle, { targetPublic: `04${'1'.repeat(128)}` })
    await expectKeysRejection('BUNDLE_MALFORMED', sealImport(phrase, bad, { ...expected, userId }, random))
  })

  it('do not open when they cannot be read', async () => {
    for (const text of ['', '{', '{}', '{"encappedPublic":"04","ciphertext":""}', '{"encappedPublic":1}']) {
      await expectKeysRejection('BUNDLE_MALFORMED', openEncryptedBundle(text, target.privateKey))
    }
    const sealed = await sealImport(phrase, bundle, { ...expected, userId }, random)
    await expectKeysRejection('BUNDLE_NOT_OPENED', openEncryptedBundle(sealed, signer.privateKey))
  })
})

describe('one-time codes', () => {
  it('travel sealed, with the key they shall register', async () => {
    const bundle = createOtpTargetBundle({ targetPublicKey: target.publicKey, organizationId, signer })
    const sealed = await sealOtp(
      '000000',
      toHex(p256PublicKeyOf(target.privateKey)),
      bundle,
      expected,
      random,
    )
    const opened = parseUtf8(await openEncryptedBundle(sealed, target.privateKey), 'code')
    expect(JSON.parse(opened)).toEqual({ otp_code: '000000', public_key: toHex(target.publicKey) })
  })
})
