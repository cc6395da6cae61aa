/** Creates bundles as the engine does and opens them as a client does, with `@keywright/keys`. */
import {
  createCredentialBundle,
  createExportBundle,
  createImportBundle,
  generateP256KeyPair,
  isKeysError,
  openCredentialBundle,
  openEncryptedBundle,
  openExportBundle,
  p256PublicKeyOf,
  parseBase58check,
  parseHex,
  parseJson,
  parseUtf8,
  type Random,
  sealImport,
  toHex,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { TEST_PHRASE } from '../../../shared/testPhrase.ts'
import type { CheckedStep } from '../../kit/checks.ts'
import { type BundleKind, STEPS } from './steps.ts'

export interface BundleCase {
  readonly kind: BundleKind
  readonly bundle: string
  /** Hex. The client's key, or the engine's for an import. */
  readonly targetPrivateKey: string
  /** The signer that the client expects. Credential bundles have no signer. */
  readonly signerPublicKey: string
  readonly organizationId: string
  readonly userId: string
}

export interface OpenedBundle {
  readonly steps: readonly CheckedStep[]
  /** Its members as JSON, or empty if it can't be read. */
  readonly members: string
  /** Describes its content. Undefined if the bundle doesn't open. */
  readonly content?: string
}

const ORGANIZATION = 'a1b2c3d4-0000-4000-8000-000000000000'
const USER = 'a1b2c3d4-0000-4000-8000-000000000001'

export async function makeBundle(kind: BundleKind, random: Random): Promise<BundleCase> {
  const target = generateP256KeyPair(random)
  const signer = generateP256KeyPair(random)
  const targetPublicKey = toHex(uncompressP256PublicKey(target.publicKey))
  const shared = { organizationId: ORGANIZATION, signer }
  const make: Record<BundleKind, () => string | Promise<string>> = {
    credential: () => createCredentialBundle(generateP256KeyPair(random).privateKey, targetPublicKey, random),
    export: () => createExportBundle(toUtf8(TEST_PHRASE), { ...shared, targetPublicKey, random }),
    import: () => createImportBundle({ ...shared, targetPublicKey: target.publicKey, userId: USER }),
  }
  return {
    kind,
    bundle: await make[kind](),
    targetPrivateKey: toHex(target.privateKey),
    signerPublicKey: toHex(signer.publicKey),
    organizationId: ORGANIZATION,
    userId: USER,
  }
}

/** Never throws. */
export async function openBundle(given: BundleCase, random: Random): Promise<OpenedBundle> {
  const members = membersOf(given)
  try {
    const content = await contentOf(given, random)
    return { steps: stepsUntil(given.kind), members, content }
  } catch (error) {
    return { steps: stepsUntil(given.kind, error), members }
  }
}

async function contentOf(given: BundleCase, random: Random): Promise<string> {
  const { kind, bundle, signerPublicKey, organizationId, userId } = given
  const targetPrivateKey = parseHex(given.targetPrivateKey, 'target private key')
  const expected = { signerPublicKey, organizationId }
  switch (kind) {
    case 'credential': {
      const privateKey = await openCredentialBundle(bundle, targetPrivateKey)
      return `the private key of the API key ${toHex(p256PublicKeyOf(privateKey))}`
    }
    case 'export':
      return `the phrase: ${parseUtf8(await openExportBundle(bundle, targetPrivateKey, expected), 'phrase')}`
    case 'import': {
      const sealed = await sealImport(toUtf8(TEST_PHRASE), bundle, { ...expected, userId }, random)
      await openEncryptedBundle(sealed, targetPrivateKey)
      return `a public key to encrypt a secret to. For the test phrase, that gives this encryptedBundle: ${sealed}`
    }
  }
}

/** Marks the check that raised the error, and those before and after it. Unknown errors fail the first check. */
function stepsUntil(kind: BundleKind, error?: unknown): CheckedStep[] {
  const steps = STEPS[kind]
  const message = error instanceof Error ? error.message : String(error)
  const isOf = ({ code, member }: (typeof steps)[number]) =>
    isKeysError(error) && error.code === code && (member === undefined || message.includes(member))
  const failed = error === undefined ? steps.length : Math.max(0, steps.findIndex(isOf))
  return steps.map(({ title }, index) => ({
    title,
    state: index < failed ? 'passed' : index === failed ? 'failed' : 'not reached',
    found: index === failed ? message : '',
  }))
}

function membersOf({ kind, bundle }: BundleCase): string {
  try {
    if (kind === 'credential') {
      const bytes = parseBase58check(bundle.trim(), 'bundle')
      return JSON.stringify(
        { encappedPublic: toHex(bytes.subarray(0, 33)), ciphertext: toHex(bytes.subarray(33)) },
        null,
        2,
      )
    }
    const outer = Object(parseJson(bundle))
    const data = parseJson(parseUtf8(parseHex(outer.data, 'data'), 'data'))
    return JSON.stringify({ ...outer, data }, null, 2)
  } catch {
    return ''
  }
}

/** Changes a digit of the ciphertext or of the signed data. */
export function tampered(given: BundleCase): BundleCase {
  const { kind, bundle } = given
  const at = kind === 'credential' ? 20 : bundle.indexOf('"data":"') + 60
  const other = bundle[at] === '4' ? '5' : '4'
  return { ...given, bundle: bundle.slice(0, at) + other + bundle.slice(at + 1) }
}
