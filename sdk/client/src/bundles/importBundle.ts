/** Seals secrets for the server: imports and one-time codes. */

import { base58 } from '@scure/base'
import { fromHex } from '../encoding.ts'
import { BundleError, malformed } from './bundleErrors.ts'
import type { KeyFormat } from './exportBundle.ts'
import { seal } from './hpke.ts'
import { type ExpectedBundle, readSignedBundle, writeSealed } from './signedBundle.ts'

export interface ExpectedImport extends ExpectedBundle {
  readonly userId: string
}

/**
 * Seals a recovery phrase to the bundle of `initImportWallet` and returns the `encryptedBundle` for `importWallet`.
 * Normalizes white space and case. The server checks whether the words form a valid phrase.
 * @throws BundleError
 */
export async function sealWalletImport(
  phrase: string,
  importBundle: string,
  expected: ExpectedImport,
): Promise<string> {
  const words = phrase.normalize('NFKD').trim().toLowerCase().split(/\s+/)
  if (words.length < 12)
    throw new BundleError(
      'SECRET_MALFORMED',
      `a recovery phrase has at least 12 words, this one has ${words.length}`,
    )
  return sealTo(words.join(' '), importBundle, expected)
}

/**
 * Seals a private key to the bundle of `initImportPrivateKey` and returns the `encryptedBundle` for `importPrivateKey`.
 * @param privateKey 32 bytes in hexadecimal, with or without `0x`; for `SOLANA`, base58 of seed and public key
 * @throws BundleError
 */
export async function sealKeyImport(
  privateKey: string,
  importBundle: string,
  expected: ExpectedImport & { readonly keyFormat?: KeyFormat },
): Promise<string> {
  return sealTo(await readSecret(privateKey.trim(), expected.keyFormat), importBundle, expected)
}

/**
 * Seals a one-time code and the public key that it authorizes. Returns the `encryptedOtpBundle` for `verifyOtp`.
 * @param targetBundle `otpEncryptionTargetBundle` of `initOtp`
 * @throws BundleError
 */
export const sealOtp = (
  code: string,
  publicKey: string,
  targetBundle: string,
  expected: ExpectedBundle,
): Promise<string> =>
  sealTo(JSON.stringify({ otp_code: code, public_key: publicKey }), targetBundle, expected)

async function sealTo(
  secret: string | Uint8Array<ArrayBuffer>,
  bundle: string,
  expected: ExpectedBundle & { readonly userId?: string },
): Promise<string> {
  const { targetPublic } = await readSignedBundle(bundle, expected)
  if (typeof targetPublic !== 'string') throw malformed('member `targetPublic` is missing')
  const plaintext = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret
  return writeSealed(await seal(plaintext, targetPublic))
}

async function readSecret(text: string, format: KeyFormat = 'HEXADECIMAL'): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'HEXADECIMAL') {
    const bytes = fromHex(text.replace(/^0x/i, ''))
    if (bytes?.length !== 32) throw notAKey(format)
    return bytes
  }
  let bytes: Uint8Array
  try {
    bytes = base58.decode(text.slice(0, 200))
  } catch {
    throw notAKey(format)
  }
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  const seed = bytes.slice(0, 32)
  if (bytes.length !== 64) throw notAKey(format)
  if (base58.encode(ed25519.getPublicKey(seed)) !== base58.encode(bytes.slice(32))) {
    throw new BundleError('SECRET_MALFORMED', "the private and public half of the Solana key don't match")
  }
  return seed as Uint8Array<ArrayBuffer>
}

const notAKey = (format: KeyFormat) =>
  new BundleError(
    'SECRET_MALFORMED',
    format === 'SOLANA' ? 'the key is not base58 of 64 bytes' : 'the key is not 32 bytes in hexadecimal',
  )
