import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitcoinPolicyFields } from './bitcoin/policyFields.ts'
import { parsePsbt, signPsbt } from './bitcoin/psbt.ts'
import { openCredentialBundle, openEncryptedBundle, openExportBundle } from './bundle.ts'
import { parseHex, parseUtf8, toHex, toUtf8 } from './encoding.ts'
import { KeysError } from './errors.ts'
import { parseAuthorization } from './ethereum/authorization.ts'
import {
  ethereumPolicyFields,
  parseEthereumTransaction,
  signEthereumTransaction,
} from './ethereum/transaction.ts'
import { parseTypedData, typedDataDigest } from './ethereum/typedData.ts'
import { parsePath } from './path.ts'
import { parsePhrase } from './phrase.ts'
import { parseShare } from './share.ts'
import { solanaPolicyFields } from './solana/policyFields.ts'
import { parseSolanaTransaction, signSolanaTransaction } from './solana/transaction.ts'
import { parseStampHeader, verifyStamp } from './stamp.ts'
import { verifyOpaqueToken, verifySessionToken } from './token.ts'

/**
 * Readers of what strangers send, each fed with its corpus (`keys/corpus/<name>.txt`, a line an entry) and with
 * entries that were changed at random. A budget, not a search: the same inputs each run. An input that ever
 * broke a reader becomes a line of its corpus.
 */
const CHANGED_INPUTS = 1500

const key = new Uint8Array(32).fill(1)
const point = parseHex('026ff03b949241ce1dadd43519e6960e0a85b41a69a05c328103aa2bce1594ca16', 'key')
const expected = { signerPublicKey: toHex(point), organizationId: 'o' }
const text = (bytes: Uint8Array) => parseUtf8(bytes, 'input')

/** Reads, and when that succeeds does all that follows a reading. */
const readers: Record<string, (input: Uint8Array) => unknown> = {
  ethereum(input) {
    const transaction = parseEthereumTransaction(input)
    ethereumPolicyFields(transaction, '')
    return signEthereumTransaction(transaction, key)
  },
  solana(input) {
    const transaction = parseSolanaTransaction(input)
    solanaPolicyFields(transaction)
    return signSolanaTransaction(transaction, key)
  },
  bitcoin(input) {
    bitcoinPolicyFields(parsePsbt(input))
    return signPsbt(input, key)
  },
  stamp: (input) => verifyStamp(parseStampHeader(text(input)), input),
  credentialBundle: (input) => openCredentialBundle(text(input), key),
  exportBundle: (input) => openExportBundle(text(input), key, expected),
  encryptedBundle: (input) => openEncryptedBundle(text(input), key),
  typedData: (input) => typedDataDigest(parseTypedData(text(input))),
  authorization: (input) => parseAuthorization(text(input)),
  share: (input) => parseShare(text(input)),
  sessionToken: (input) => verifySessionToken(text(input), point),
  opaqueToken: (input) => verifyOpaqueToken(text(input), key),
  path: (input) => parsePath(text(input)),
  phrase: (input) => parsePhrase(text(input)),
}

/** Entries whose bytes are no text are kept as hexadecimal. */
const binary = ['ethereum', 'solana', 'bitcoin']

function corpusOf(name: string): Uint8Array[] {
  const lines = readFileSync(join(import.meta.dirname, '../corpus', `${name}.txt`), 'utf8').split('\n')
  return lines.filter(Boolean).map((line) => (binary.includes(name) ? parseHex(line, 'entry') : toUtf8(line)))
}

const anyByte = fc.integer({ min: 0, max: 255 })

/** One way to change bytes at a place. */
const anyChange = fc.tuple(
  fc.constantFrom('flip', 'set', 'insert', 'remove', 'repeat', 'cut'),
  fc.nat(),
  anyByte,
)

function change(bytes: Uint8Array, [kind, at, byte]: [string, number, number]): Uint8Array {
  const i = bytes.length === 0 ? 0 : at % bytes.length
  const before = bytes.subarray(0, i)
  const after = bytes.subarray(i)
  const rest = bytes.subarray(i + 1)
  const made: Record<string, () => ArrayLike<number>> = {
    flip: () => [...before, (bytes[i] ?? 0) ^ (1 << (byte & 7)), ...rest],
    set: () => [...before, byte, ...rest],
    insert: () => [...before, byte, ...after],
    remove: () => [...before, ...rest],
    repeat: () => [...before, ...after.subarray(0, byte), ...after],
    cut: () => before,
  }
  return Uint8Array.from(made[kind]!())
}

async function failsOnlyAsItMay(read: (input: Uint8Array) => unknown, input: Uint8Array): Promise<void> {
  try {
    await read(input)
  } catch (error) {
    if (!(error instanceof KeysError)) throw error
    expect(error.message.length).toBeLessThan(1000)
  }
}

describe.each(Object.entries(readers))('the reader of %s', (name, read) => {
  const corpus = corpusOf(name)

  it('answers every entry of its corpus, or refuses it by name', async () => {
    // The first entry is a good one: without it the changed ones would never get far.
    await read(corpus[0]!)
    for (const input of corpus) await failsOnlyAsItMay(read, input)
  })

  it(`does so for ${CHANGED_INPUTS} changed ones`, async () => {
    const anyInput = fc
      .tuple(fc.constantFrom(...corpus), fc.array(anyChange, { minLength: 1, maxLength: 4 }))
      .map(([entry, changes]) => changes.reduce(change, entry))
    await fc.assert(
      fc.asyncProperty(anyInput, (input) => failsOnlyAsItMay(read, input)),
      { numRuns: CHANGED_INPUTS, seed: 9, endOnFailure: true },
    )
  })

  it('does so for random bytes and texts', async () => {
    const anyInput = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map(toUtf8),
      fc.json().map(toUtf8),
    )
    await fc.assert(
      fc.asyncProperty(anyInput, (input) => failsOnlyAsItMay(read, input)),
      { numRuns: 200, seed: 10 },
    )
  })
})
