import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../tools/scripts/lib/tries.ts'
import { binaryReaders, readers } from '../test/readers.ts'
import { parseHex, toUtf8 } from './encoding.ts'
import { KeysError } from './errors.ts'

/**
 * Readers of what strangers send, each fed with its corpus (`engine/keys/corpus/<name>.txt`, a line an entry) and with
 * entries that were changed at random. A budget, not a search: the same inputs each run. An input that ever
 * broke a reader becomes a line of its corpus.
 */
const CHANGED_INPUTS = tries(1_500)

function corpusOf(name: string): Uint8Array[] {
  const lines = readFileSync(join(import.meta.dirname, '../corpus', `${name}.txt`), 'utf8').split('\n')
  return lines
    .filter(Boolean)
    .map((line) => (binaryReaders.includes(name) ? parseHex(line, 'entry') : toUtf8(line)))
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

describe.each(Object.entries<(input: Uint8Array) => unknown>(readers))('the reader of %s', (name, read) => {
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
      { numRuns: tries(200), seed: 10 },
    )
  })
})
