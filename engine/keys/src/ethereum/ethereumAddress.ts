/** Ethereum addresses as text: `0x`, 40 digits, and EIP-55's checksum in the letter case. */

import { parseHex, toHex, toUtf8 } from '../encoding.ts'
import { keccak256 } from '../hash.ts'

/** EIP-55: a letter is upper case when its digit in the hash of the lower-case address is 8 or more. */
export function toChecksumAddress(account: Uint8Array): string {
  const digits = toHex(account)
  const hash = toHex(keccak256(toUtf8(digits)))
  const cased = [...digits].map((digit, i) =>
    Number.parseInt(hash[i]!, 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** Whether a value is an address: all lower-case, all upper-case, or with a valid checksum. */
export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) return false
  const digits = value.slice(2)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return oneCase || toChecksumAddress(parseHex(digits, 'address')) === value
}
