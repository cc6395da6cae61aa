/** Solana messages, legacy and version 0, read strictly. */

import { toHex } from '../encoding.ts'

/** Why the bytes don't encode a transaction. Callers turn it into their own error. */
export class SolanaMismatch extends Error {}

export interface SolanaInstruction {
  readonly programIndex: number
  readonly accountIndexes: readonly number[]
  readonly data: Uint8Array
}

export interface AddressTableLookup {
  /** 32 bytes. */
  readonly table: Uint8Array
  readonly writableIndexes: readonly number[]
  readonly readonlyIndexes: readonly number[]
}

export interface SolanaMessage {
  readonly version: 'legacy' | 0
  readonly requiredSignatures: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  /** Keys named in the message itself, 32 bytes each; signers first. */
  readonly accountKeys: readonly Uint8Array[]
  readonly recentBlockhash: Uint8Array
  readonly instructions: readonly SolanaInstruction[]
  /** Tables whose accounts follow the static ones: first all writable, then all read-only. */
  readonly lookups: readonly AddressTableLookup[]
}

/** Reads bytes from the front; if they run out, the error names what was expected. */
export class SolanaReader {
  private offset = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get position(): number {
    return this.offset
  }

  peek(): number | undefined {
    return this.bytes[this.offset]
  }

  take(length: number, what: string): Uint8Array {
    if (this.offset + length > this.bytes.length) throw new SolanaMismatch(`it ends within ${what}`)
    const taken = this.bytes.subarray(this.offset, this.offset + length)
    this.offset += length
    return taken
  }

  byte(what: string): number {
    return this.take(1, what)[0]!
  }

  /** compact-u16: seven bits per byte, low bits first, at most three bytes, in the shortest form. */
  length(what: string): number {
    let value = 0
    for (let i = 0; i < 3; i++) {
      const byte = this.byte(what)
      value |= (byte & 0x7f) << (7 * i)
      if (byte < 0x80) {
        if (i > 0 && byte === 0) throw new SolanaMismatch(`the length of ${what} is not in its shortest form`)
        if (value > 0xffff) break
        return value
      }
    }
    throw new SolanaMismatch(`the length of ${what} is above 65535`)
  }

  list<T>(what: string, item: () => T): T[] {
    return Array.from({ length: this.length(what) }, item)
  }

  indexes(what: string): number[] {
    return Array.from(this.take(this.length(what), what))
  }

  end(): void {
    if (this.offset !== this.bytes.length) throw new SolanaMismatch('bytes are left after its end')
  }
}

/** @throws SolanaMismatch */
export function readMessage(reader: SolanaReader): SolanaMessage {
  const version = readVersion(reader)
  const message: SolanaMessage = {
    version,
    requiredSignatures: reader.byte('the header'),
    readonlySigned: reader.byte('the header'),
    readonlyUnsigned: reader.byte('the header'),
    accountKeys: reader.list('the account keys', () => reader.take(32, 'the account keys')),
    recentBlockhash: reader.take(32, 'the recent blockhash'),
    instructions: reader.list('the instructions', () => readInstruction(reader)),
    lookups: version === 0 ? reader.list('the address table lookups', () => readLookup(reader)) : [],
  }
  assertConsistent(message)
  return message
}

/** A first byte from 0x80 on is a version; legacy messages begin with the number of signatures. */
function readVersion(reader: SolanaReader): 'legacy' | 0 {
  const first = reader.peek()
  if (first === undefined || first < 0x80) return 'legacy'
  if (reader.byte('the version') !== 0x80)
    throw new SolanaMismatch(`its version ${first - 0x80} is not known`)
  return 0
}

const readInstruction = (reader: SolanaReader): SolanaInstruction => ({
  programIndex: reader.byte('an instruction'),
  accountIndexes: reader.indexes('the accounts of an instruction'),
  data: reader.take(reader.length('the data of an instruction'), 'the data of an instruction'),
})

const readLookup = (reader: SolanaReader): AddressTableLookup => ({
  table: reader.take(32, 'an address table lookup'),
  writableIndexes: reader.indexes('an address table lookup'),
  readonlyIndexes: reader.indexes('an address table lookup'),
})

/** The rules by which the network rejects a message before running it. */
function assertConsistent(message: SolanaMessage): void {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, accountKeys, instructions, lookups } = message
  const named = accountKeys.length
  const lookedUp = lookups.reduce((sum, l) => sum + l.writableIndexes.length + l.readonlyIndexes.length, 0)
  if (requiredSignatures === 0) throw new SolanaMismatch('it needs no signature')
  if (readonlySigned >= requiredSignatures) throw new SolanaMismatch('no signer can pay its fee')
  if (requiredSignatures + readonlyUnsigned > named) {
    throw new SolanaMismatch('its header counts more accounts than it names')
  }
  if (named + lookedUp > 256) throw new SolanaMismatch('it has more than 256 accounts')
  if (new Set(accountKeys.map(toHex)).size < named) throw new SolanaMismatch('it names an account twice')
  if (lookups.some((l) => l.writableIndexes.length + l.readonlyIndexes.length === 0)) {
    throw new SolanaMismatch('an address table lookup takes nothing')
  }
  for (const { programIndex, accountIndexes } of instructions) {
    // The fee payer can't be a program, and programs can't come from tables.
    if (programIndex === 0 || programIndex >= named) {
      throw new SolanaMismatch('the program of an instruction is not among the accounts that it names')
    }
    if (accountIndexes.some((index) => index >= named + lookedUp)) {
      throw new SolanaMismatch('an instruction uses an account that the message does not have')
    }
  }
}
