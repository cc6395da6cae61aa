/** Ethereum transactions: reads unsigned serializations, and signs. */

import { concat } from '../encoding.ts'
import { KeysError } from '../errors.ts'
import { keccak256 } from '../hash.ts'
import { sign } from '../sign.ts'
import {
  decodeRlp,
  encodeRlp,
  fromInteger,
  type RlpItem,
  RlpMismatch,
  toBytes,
  toFixedBytes,
  toInteger,
  toList,
} from './rlp.ts'

export type EthereumTransactionKind = 'LEGACY' | 'TYPE_1' | 'TYPE_2' | 'TYPE_3' | 'TYPE_4'

export interface EthereumTransaction {
  readonly kind: EthereumTransactionKind
  /** Absent in legacy transactions with six items, which are valid on every chain (before EIP-155). */
  readonly chainId?: bigint
  readonly nonce: bigint
  /** Legacy and type 1. */
  readonly gasPrice?: bigint
  /** Types 2, 3 and 4. */
  readonly maxPriorityFeePerGas?: bigint
  readonly maxFeePerGas?: bigint
  /** Type 3. */
  readonly maxFeePerBlobGas?: bigint
  readonly gas: bigint
  /** 20 bytes, or absent for contract creation. */
  readonly to?: Uint8Array
  readonly value: bigint
  readonly data: Uint8Array
  /** Type 3: how many blobs it pays for. */
  readonly blobs?: number
  /** Type 4: the code that it gives to accounts. */
  readonly authorizations?: readonly EthereumDelegation[]
  /** The items before the signature, as received. */
  readonly items: readonly RlpItem[]
}

/** A signed authorization of EIP-7702: the account that signed it runs the code at `address` from then on. */
export interface EthereumDelegation {
  /** 0 for every chain. */
  readonly chainId: bigint
  /** 20 bytes; zeros remove the code. */
  readonly address: Uint8Array
  readonly nonce: bigint
}

/**
 * Reads an unsigned transaction: legacy of six or nine items, or `type ‖ rlp` of types 1 to 4 (EIP-2930, 1559,
 * 4844 without blobs, 7702). Strict: canonical RLP, minimal integers, nothing after it, nothing signed.
 * @throws KeysError `TRANSACTION_MALFORMED`, `TRANSACTION_ALREADY_SIGNED`
 */
export function parseEthereumTransaction(bytes: Uint8Array): EthereumTransaction {
  try {
    return isTyped(bytes) ? readTyped(bytes) : readLegacy(bytes)
  } catch (error) {
    if (!(error instanceof RlpMismatch)) throw error
    throw malformed(error.message)
  }
}

/** The serialization with its signature. @throws KeysError `PRIVATE_KEY_OUT_OF_RANGE` */
export function signEthereumTransaction(
  transaction: EthereumTransaction,
  privateKey: Uint8Array,
): Uint8Array {
  const { kind, items, chainId } = transaction
  const layout = kind === 'LEGACY' ? undefined : layouts[kind]
  const prefix = layout ? Uint8Array.of(layout.type) : new Uint8Array()
  // EIP-155: the chain id and two empty items replace the signature in the hash.
  const protection = !layout && chainId !== undefined ? [fromInteger(chainId), EMPTY, EMPTY] : []
  const digest = keccak256(concat(prefix, encodeRlp([...items, ...protection])))
  const { r, s, v } = sign('ecdsa', digest, privateKey)
  const parity = BigInt(Number.parseInt(v, 16))
  const first = layout ? parity : legacyV(parity, chainId)
  const signature = [first, BigInt(`0x${r}`), BigInt(`0x${s}`)].map(fromInteger)
  return concat(prefix, encodeRlp([...items, ...signature]))
}

const EMPTY = new Uint8Array()

const legacyV = (parity: bigint, chainId: bigint | undefined) =>
  chainId === undefined ? 27n + parity : 35n + 2n * chainId + parity

/** EIP-2718: a first byte below 0x80 is a type; from 0xc0 it starts the list of a legacy transaction. */
const isTyped = (bytes: Uint8Array) => bytes.length > 0 && bytes[0]! < 0x80

type Reading = {
  -readonly [Member in keyof EthereumTransaction]?: EthereumTransaction[Member]
}
type FieldReader = (item: RlpItem | undefined, reading: Reading) => void

const fields = {
  chainId: (item, reading) => void (reading.chainId = toInteger(item, 'chainId', 256)),
  nonce: (item, reading) => void (reading.nonce = toInteger(item, 'nonce', 64)),
  gasPrice: (item, reading) => void (reading.gasPrice = toInteger(item, 'gasPrice', 256)),
  maxPriorityFeePerGas: (item, reading) =>
    void (reading.maxPriorityFeePerGas = toInteger(item, 'maxPriorityFeePerGas', 256)),
  maxFeePerGas: (item, reading) => void (reading.maxFeePerGas = toInteger(item, 'maxFeePerGas', 256)),
  maxFeePerBlobGas: (item, reading) =>
    void (reading.maxFeePerBlobGas = toInteger(item, 'maxFeePerBlobGas', 256)),
  gas: (item, reading) => void (reading.gas = toInteger(item, 'gas', 64)),
  to(item, reading) {
    const bytes = toBytes(item, 'to')
    if (bytes.length > 0) reading.to = toFixedBytes(item, 'to', 20)
  },
  /** Types 3 and 4 can't create contracts. */
  callee: (item, reading) => void (reading.to = toFixedBytes(item, 'to', 20)),
  value: (item, reading) => void (reading.value = toInteger(item, 'value', 256)),
  data: (item, reading) => void (reading.data = toBytes(item, 'data')),
  accessList(item) {
    for (const entry of toList(item, 'accessList')) {
      const [address, keys] = toList(entry, 'accessList entry', 2)
      toFixedBytes(address, 'accessList address', 20)
      for (const key of toList(keys, 'accessList storage keys'))
        toFixedBytes(key, 'accessList storage key', 32)
    }
  },
  blobVersionedHashes(item, reading) {
    const hashes = toList(item, 'blobVersionedHashes')
    if (hashes.length === 0) throw new RlpMismatch('`blobVersionedHashes` is empty')
    for (const hash of hashes) toFixedBytes(hash, 'blob versioned hash', 32)
    reading.blobs = hashes.length
  },
  authorizationList(item, reading) {
    const entries = toList(item, 'authorizationList')
    if (entries.length === 0) throw new RlpMismatch('`authorizationList` is empty')
    reading.authorizations = entries.map((entry) => {
      const [chainId, address, nonce, yParity, r, s] = toList(entry, 'authorization', 6)
      toInteger(yParity, 'authorization yParity', 8)
      toInteger(r, 'authorization r', 256)
      toInteger(s, 'authorization s', 256)
      return {
        chainId: toInteger(chainId, 'authorization chainId', 256),
        address: toFixedBytes(address, 'authorization address', 20),
        nonce: toInteger(nonce, 'authorization nonce', 64),
      }
    })
  },
} as const satisfies Record<string, FieldReader>

type FieldName = keyof typeof fields

const legacyLayout: readonly FieldName[] = ['nonce', 'gasPrice', 'gas', 'to', 'value', 'data']

const feeMarketHead: readonly FieldName[] = [
  'chainId',
  'nonce',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  'gas',
]

const layouts: Record<
  Exclude<EthereumTransactionKind, 'LEGACY'>,
  { readonly type: number; readonly fields: readonly FieldName[] }
> = {
  TYPE_1: {
    type: 1,
    fields: ['chainId', 'nonce', 'gasPrice', 'gas', 'to', 'value', 'data', 'accessList'],
  },
  TYPE_2: { type: 2, fields: [...feeMarketHead, 'to', 'value', 'data', 'accessList'] },
  TYPE_3: {
    type: 3,
    fields: [
      ...feeMarketHead,
      'callee',
      'value',
      'data',
      'accessList',
      'maxFeePerBlobGas',
      'blobVersionedHashes',
    ],
  },
  TYPE_4: {
    type: 4,
    fields: [...feeMarketHead, 'callee', 'value', 'data', 'accessList', 'authorizationList'],
  },
}

const SIGNATURE_ITEMS = 3

function readTyped(bytes: Uint8Array): EthereumTransaction {
  const entry = Object.entries(layouts).find(([, layout]) => layout.type === bytes[0])
  if (!entry) throw new RlpMismatch(`its type ${bytes[0]} is not one of 1 to 4`)
  const [kind, layout] = entry as [EthereumTransactionKind, (typeof layouts)['TYPE_1']]
  const items = toList(decodeRlp(bytes.subarray(1)), 'transaction')
  if (items.length === layout.fields.length + SIGNATURE_ITEMS) throw alreadySigned()
  if (items.length !== layout.fields.length) {
    throw new RlpMismatch(`it has ${items.length} items, type ${layout.type} has ${layout.fields.length}`)
  }
  return readFields(kind, layout.fields, items)
}

function readLegacy(bytes: Uint8Array): EthereumTransaction {
  const all = toList(decodeRlp(bytes), 'transaction')
  const items = all.slice(0, legacyLayout.length)
  if (all.length === legacyLayout.length) return readFields('LEGACY', legacyLayout, items)
  if (all.length !== legacyLayout.length + SIGNATURE_ITEMS) {
    throw new RlpMismatch(`it has ${all.length} items, a legacy transaction has 6 or 9`)
  }
  const [chainId, r, s] = all.slice(legacyLayout.length)
  if (toInteger(r, 'r', 256) !== 0n || toInteger(s, 's', 256) !== 0n) throw alreadySigned()
  const chain = toInteger(chainId, 'chainId', 256)
  if (chain === 0n) throw new RlpMismatch('`chainId` is zero')
  return { ...readFields('LEGACY', legacyLayout, items), chainId: chain }
}

function readFields(
  kind: EthereumTransactionKind,
  names: readonly FieldName[],
  items: readonly RlpItem[],
): EthereumTransaction {
  const reading: Reading = { kind, items }
  for (const [i, name] of names.entries()) fields[name](items[i], reading)
  const { maxFeePerGas, maxPriorityFeePerGas } = reading
  // EIP-1559 §Specification: such a transaction is invalid in every block.
  if (maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas!) {
    throw new RlpMismatch('`maxPriorityFeePerGas` is above `maxFeePerGas`')
  }
  return reading as EthereumTransaction
}

const alreadySigned = () => new KeysError('TRANSACTION_ALREADY_SIGNED', { type: 'Ethereum' })
const malformed = (reason: string) =>
  new KeysError('TRANSACTION_MALFORMED', { type: 'TRANSACTION_TYPE_ETHEREUM', reason })
