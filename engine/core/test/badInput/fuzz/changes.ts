/** Corpora, and small changes to their entries, within a fixed budget and the same in each run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { tries } from '../../../../../tools/scripts/lib/tries.ts'

/** Lines of `corpus/<name>.txt`. Add every input that ever broke a parser. */
export function corpusOf(name: string): string[] {
  return readFileSync(join(import.meta.dirname, 'corpus', `${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)
}

type Change = readonly [kind: string, at: number, by: number]

const anyChange: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('flip', 'set', 'insert', 'remove', 'repeat', 'cut', 'widen'),
  fc.nat(),
  fc.integer({ min: 0, max: 255 }),
)

function change(bytes: Uint8Array, [kind, at, by]: Change): Uint8Array {
  const i = bytes.length === 0 ? 0 : at % bytes.length
  const before = bytes.subarray(0, i)
  const after = bytes.subarray(i)
  const rest = bytes.subarray(i + 1)
  const made: Record<string, () => ArrayLike<number>> = {
    flip: () => [...before, (bytes[i] ?? 0) ^ (1 << (by & 7)), ...rest],
    set: () => [...before, by, ...rest],
    insert: () => [...before, by, ...after],
    remove: () => [...before, ...rest],
    repeat: () => [...before, ...after.subarray(0, by), ...after],
    cut: () => before,
    // Absurd lengths and numbers.
    widen: () => [...before, 0xff, 0xff, 0xff, 0xff, ...rest],
  }
  return Uint8Array.from(made[kind]!())
}

const anyChanges = fc.array(anyChange, { minLength: 1, maxLength: 4 })

/** Entries with up to four changed bytes. */
export const changedBytes = (entries: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.tuple(fc.constantFrom(...entries), anyChanges).map(([entry, changes]) => changes.reduce(change, entry))

/** Entries with up to four changed ASCII characters; invalid UTF-8 is replaced. */
export const changedTexts = (entries: readonly string[]): fc.Arbitrary<string> =>
  changedBytes(entries.map((entry) => new TextEncoder().encode(entry))).map((bytes) =>
    new TextDecoder().decode(bytes),
  )

/** JSON texts with one changed member. */
export function changedMembers(entries: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...entries), fc.nat(), fc.jsonValue({ maxDepth: 3 }))
    .map(([entry, at, value]) => {
      const json = JSON.parse(entry) as unknown
      const holders = holdersIn(json)
      const [holder, member] = holders[at % holders.length]!
      holder[member] = value
      return JSON.stringify(json)
    })
}

function holdersIn(json: unknown): [Record<string, unknown>, string][] {
  if (typeof json !== 'object' || json === null) return []
  const holder = json as Record<string, unknown>
  return Object.keys(holder).flatMap((member) => [
    [holder, member] as [Record<string, unknown>, string],
    ...holdersIn(holder[member]),
  ])
}

/** Settings for this number of runs with a fixed seed. */
export const budget = (numRuns: number) =>
  ({ numRuns: tries(numRuns), seed: 11, endOnFailure: true }) as const
