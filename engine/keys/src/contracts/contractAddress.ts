/** Addresses of contracts and programs, in one spelling. */
import { base58 } from '@scure/base'
import { isAddress } from '../ethereum/ethereumAddress.ts'

/** An Ethereum address in lower case; undefined for any other text or a wrong checksum. */
export const toEthereumContract = (text: string): string | undefined =>
  isAddress(text) ? text.toLowerCase() : undefined

const PUBLIC_KEY_BYTES = 32
const LONGEST_ADDRESS = 44

/** A Solana address as it is; undefined for any other text. */
export function toSolanaProgram(text: string): string | undefined {
  try {
    return text.length <= LONGEST_ADDRESS && base58.decode(text).length === PUBLIC_KEY_BYTES
      ? text
      : undefined
  } catch {
    return undefined
  }
}
