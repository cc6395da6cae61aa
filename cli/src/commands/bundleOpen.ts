/** `keywright bundle open` */
import { apiPublicKeyOf, openCredentialBundle, openExportBundle, parseHex, toHex } from '@keywright/keys'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { findSignerPublicKey, resolveOrganizationId } from '../connect/connection.ts'
import { bundleIn } from '../files/bundleText.ts'
import { assertWritable, readText, readValue, writeSecret } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'

interface Opened {
  readonly kind: 'credential bundle' | 'export bundle'
  readonly what: string
  readonly secret: string
  /** Facts that are not secret. */
  readonly facts: Readonly<Record<string, string>>
}

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const bundle = bundleIn((await readValue(host, input.required('BUNDLE'))).trim())
  const targetKey = await readTargetKey(context)
  const file = input.flag('out')
  if (file !== undefined) await assertWritable(host, file)
  const { kind, what, secret, facts } = await open(context, bundle, targetKey)
  const lines = [`${style.green('opened')} ${kind}: ${what}`]
  for (const [name, value] of Object.entries(facts)) lines.push(`${name}  ${value}`)
  if (file !== undefined) {
    await writeSecret(host, file, `${secret}\n`)
    lines.push(`written to ${file}, readable only by you`)
  }
  if (input.isOn('reveal')) lines.push(secret)
  else if (file === undefined)
    lines.push(style.dim('pass --reveal to print the secret, or --out FILE to write it to a file'))
  return {
    text: lines.join('\n'),
    json: {
      kind,
      what,
      ...facts,
      ...(file === undefined ? {} : { file }),
      ...(input.isOn('reveal') ? { secret } : {}),
    },
  }
}

/** @throws Failure (usage) if the bundle is malformed or was encrypted to another key */
async function open(context: Context, bundle: string, targetKey: Uint8Array): Promise<Opened> {
  if (bundle === '') throw usageFailure('the bundle is empty', BUNDLE)
  try {
    if (bundle.startsWith('{')) return await openExport(context, bundle, targetKey)
    return await openCredential(bundle, targetKey)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'KeysError') throw error
    throw usageFailure(error.message, BUNDLE)
  }
}

const BUNDLE = 'pass the whole bundle, unchanged, and the target key that it was encrypted to'

async function openCredential(bundle: string, targetKey: Uint8Array): Promise<Opened> {
  const secret = toHex(await openCredentialBundle(bundle, targetKey))
  const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', secret)
  return { kind: 'credential bundle', what: 'an API private key', secret, facts: { publicKey } }
}

async function openExport(context: Context, bundle: string, targetKey: Uint8Array): Promise<Opened> {
  const signerPublicKey = await findSignerPublicKey(context)
  if (!signerPublicKey) {
    throw usageFailure(
      "the signer's public key is missing, so the export bundle cannot be verified",
      'pass --signer-public-key or set KEYWRIGHT_SIGNER_PUBLIC_KEY to the key that the server prints at startup; never take it from the bundle',
    )
  }
  const organizationId = await resolveOrganizationId(context)
  const plaintext = await openExportBundle(bundle, targetKey, { signerPublicKey, organizationId })
  const phrase = readPhrase(plaintext)
  if (phrase === undefined)
    return { kind: 'export bundle', what: 'a private key', secret: toHex(plaintext), facts: {} }
  const words = String(phrase.split(' ').length)
  return { kind: 'export bundle', what: 'a phrase', secret: phrase, facts: { words } }
}

/** Returns undefined for raw key bytes, which never decode to text with eleven spaces. */
function readPhrase(plaintext: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
    return text.split(' ').length >= 12 ? text : undefined
  } catch {
    return undefined
  }
}

async function readTargetKey({ input, host }: Context): Promise<Uint8Array> {
  const file = input.flag('target-key-file')
  const text = (
    file === undefined ? host.env['KEYWRIGHT_TARGET_PRIVATE_KEY'] : await readText(host, file)
  )?.trim()
  if (!text) {
    throw usageFailure(
      file === undefined ? 'the private target key is missing' : `${file} is empty`,
      'pass --target-key-file FILE or set KEYWRIGHT_TARGET_PRIVATE_KEY; keywright generate target-key creates a key pair',
    )
  }
  const what = `the private target key in ${file ?? 'KEYWRIGHT_TARGET_PRIVATE_KEY'}`
  if (/^[0-9a-f]{64}$/i.test(text)) return parseHex(text, what)
  throw usageFailure(
    `${what} must be 64 hexadecimal digits, but has ${counted(text.length, 'character')}`,
    'keywright generate target-key creates a key pair',
  )
}
