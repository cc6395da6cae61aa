/** Export bundles: a wallet's recovery phrase or a private key, sealed to a target key and signed by the server. */

import { base58 } from '@scure/base'
import { toHex } from '../encoding.ts'
import { BundleError } from './bundleErrors.ts'
import { open } from './hpke.ts'
import { type ExpectedBundle, readSealed, readSignedBundle } from './signedBundle.ts'
import type { TargetKey } from './targetKey.ts'

/** How a private key is written: hexadecimal, or base58 of seed and public key as Solana wallets do. */
export type KeyFormat = 'HEXADECIMAL' | 'SOLANA'

/**
 * The recovery phrase in the bundle of `exportWallet`.
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
    throw new BundleError('SECRET_MALFORMED', 'the bundle holds no text: is it of a private key?')
  }
}

/**
 * The private key in the bundle of `exportPrivateKey` or `exportWalletAccount`.
 * @throws BundleError
 */
export async function openKeyExport(
  bundle: string,
  target: TargetKey,
  expected: ExpectedBundle & { readonly keyFormat?: KeyFormat },
): Promise<string> {
  const secret = await openExport(bundle, target, expected)
  if (secret.length !== 32)
    throw new BundleError('SECRET_MALFORMED', 'the bundle holds no private key: is it of a wallet?')
  return expected.keyFormat === 'SOLANA' ? toSolanaKey(secret) : toHex(secret)
}

const openExport = async (bundle: string, target: TargetKey, expected: ExpectedBundle) =>
  open(readSealed(await readSignedBundle(bundle, expected)), target)

async function toSolanaKey(seed: Uint8Array): Promise<string> {
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  return base58.encode(Uint8Array.of(...seed, ...ed25519.getPublicKey(seed)))
}
