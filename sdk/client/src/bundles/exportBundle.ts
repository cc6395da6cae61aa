/** Export bundles: a wallet's recovery phrase or a private key, sealed to a target key and signed by the server. */

import { base58 } from '@scure/base'
import { toHex } from '../encoding.ts'
import { BundleError } from './bundleErrors.ts'
import { open } from './hpke.ts'
import { type ExpectedBundle, readSealed, readSignedBundle } from './signedBundle.ts'
import type { TargetKey } from './targetKey.ts'

/** Encoding of a private key: hexadecimal, or base58 of seed and public key as in Solana wallets. */
export type KeyFormat = 'HEXADECIMAL' | 'SOLANA'

/**
 * Opens the bundle of `exportWallet` and returns the recovery phrase.
 * @throws BundleError
 */
export async function openWalletExport(
  bundle: string,
  target: TargetKey,
  expected: ExpectedBundle,
): Promise<string> {
  const plaintext = await openExport(bundle, target, expected)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
  } catch {
    throw new BundleError(
      'SECRET_MALFORMED',
      "the bundle doesn't contain a recovery phrase: is it a private key export?",
    )
  }
}

/**
 * Opens the bundle of `exportPrivateKey` or `exportWalletAccount` and returns the private key.
 * @throws BundleError
 */
export async function openKeyExport(
  bundle: string,
  target: TargetKey,
  expected: ExpectedBundle & { readonly keyFormat?: KeyFormat },
): Promise<string> {
  const secret = await openExport(bundle, target, expected)
  if (secret.length !== 32)
    throw new BundleError(
      'SECRET_MALFORMED',
      "the bundle doesn't contain a private key: is it a wallet export?",
    )
  return expected.keyFormat === 'SOLANA' ? toSolanaKey(secret) : toHex(secret)
}

const openExport = async (bundle: string, target: TargetKey, expected: ExpectedBundle) =>
  open(readSealed(await readSignedBundle(bundle, expected)), target)

async function toSolanaKey(seed: Uint8Array): Promise<string> {
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  return base58.encode(Uint8Array.of(...seed, ...ed25519.getPublicKey(seed)))
}
