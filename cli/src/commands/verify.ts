/** `keywright verify` */
import {
  addressOf,
  isAddress,
  isAddressOf,
  loadPayloads,
  parseHex,
  publicKeyOfSolanaAddress,
  readPayload,
  recoverPublicKey,
  toHex,
  verifySignature,
} from '@keywright/keys'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { readPayloadFlags } from '../files/payload.ts'
import { ExitCode } from '../output/exitCode.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const signer = input.required('SIGNER')
  if (!/^\w{26,}$/.test(signer)) {
    throw usageFailure(
      `\`${signer}\` is neither an address nor a public key`,
      'keywright wallets list --accounts shows addresses',
    )
  }
  const payload = await readPayloadFlags(context, signer)
  const signature = readSignature(input.required('SIGNATURE'))
  const given = publicKeyOf(signer)
  const isEd25519 = payload.hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE'
  await loadPayloads(payload.encoding)
  const { signable } = readPayload(payload, isEd25519 ? 'CURVE_ED25519' : 'CURVE_SECP256K1')
  const publicKey = given ?? recoverPublicKey(signable, signature)
  if (given === undefined && signature.length === 64) {
    throw usageFailure(
      'a signature of 64 bytes cannot be checked against an address, which does not reveal the public key',
      'pass the public key instead of the address, or the signature with its v',
    )
  }
  const isValid =
    publicKey !== undefined &&
    verifySignature(signable, signature.subarray(0, 64), publicKey) &&
    (given !== undefined || isAddressOf(signer, publicKey))
  const found = publicKey && toHex(publicKey)
  const actual =
    publicKey && isAddress(signer) ? addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey) : `key ${found}`
  return {
    text: isValid
      ? style.green(`valid signature by ${signer}`)
      : `${style.red('not a signature by')} ${signer}${given === undefined && found ? `, but by ${actual}` : ''}`,
    json: { isValid, ...(found && { publicKey: found }) },
    exitCode: isValid ? ExitCode.ok : ExitCode.refused,
  }
}

const SIGNATURE =
  'pass the signature that keywright sign prints: 65 bytes (r, s, v) or 64 (r, s; ed25519), in hex'

/** @throws Failure (usage) */
function readSignature(text: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = parseHex(text, 'the signature', { prefix: true })
  } catch (error) {
    throw usageFailure((error as Error).message, SIGNATURE)
  }
  if (bytes.length === 64 || bytes.length === 65) return bytes
  throw usageFailure(`the signature has ${counted(bytes.length, 'byte')}`, SIGNATURE)
}

/** Returns the public key in hex or in a Solana address. Undefined for other addresses. */
function publicKeyOf(signer: string): Uint8Array | undefined {
  if (/^(0[23][0-9a-f]{64}|04[0-9a-f]{128}|[0-9a-f]{64})$/i.test(signer))
    return parseHex(signer, 'public key')
  return publicKeyOfSolanaAddress(signer)
}
