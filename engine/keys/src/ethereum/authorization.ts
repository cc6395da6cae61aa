/** EIP-7702 authorizations as payloads: JSON of the code's address, chain id and nonce. */

import { concat, parseHex, parseJsonObject } from '../encoding.ts'
import { isKeysError, KeysError } from '../errors.ts'
import { keccak256 } from '../hash.ts'
import { parseExactJson } from '../json.ts'
import { isAddress } from './ethereumAddress.ts'
import { encodeRlp, fromInteger } from './rlp.ts'

export interface Authorization {
  /** 20 bytes: the account whose code is adopted. */
  readonly address: Uint8Array
  /** 0 means any chain. */
  readonly chainId: bigint
  readonly nonce: bigint
}

/**
 * Reads `{address, chainId, nonce}`; numbers may be JSON numbers, decimal texts or 0x-hexadecimal texts.
 * @throws KeysError `PAYLOAD_MALFORMED`
 */
export function parseAuthorization(payload: string): Authorization {
  try {
    const members = parseJsonObject(payload, 'payload', parseExactJson)
    return {
      address: readAddress(members['address']),
      chainId: readInteger(members['chainId'], 'chainId', 256),
      nonce: readInteger(members['nonce'], 'nonce', 64),
    }
  } catch (error) {
    throw isKeysError(error, 'PAYLOAD_MALFORMED') ? error : malformed('it is not a JSON object')
  }
}

/** Keccak-256(0x05 ‖ rlp([chain id, address, nonce])), EIP-7702 §Set code transaction. 32 bytes. */
export function authorizationDigest({ address, chainId, nonce }: Authorization): Uint8Array {
  const tuple = encodeRlp([fromInteger(chainId), address, fromInteger(nonce)])
  return keccak256(concat(Uint8Array.of(AUTHORIZATION_MAGIC), tuple))
}

const AUTHORIZATION_MAGIC = 0x05

function readAddress(value: unknown): Uint8Array {
  if (!isAddress(value)) throw malformed('`address` is not an address')
  return parseHex(value, 'address', { prefix: true })
}

function readInteger(value: unknown, name: string, bits: number): bigint {
  const text = typeof value === 'string' && /^(0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(value)
  if (!text && !Number.isSafeInteger(value) && typeof value !== 'bigint') {
    throw malformed(`\`${name}\` is not a whole number`)
  }
  const number = BigInt(value as string | number | bigint)
  if (number < 0n) throw malformed(`\`${name}\` is negative`)
  if (number >= 1n << BigInt(bits)) throw malformed(`\`${name}\` has more than ${bits} bits`)
  return number
}

const malformed = (reason: string) =>
  new KeysError('PAYLOAD_MALFORMED', { encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', reason })
