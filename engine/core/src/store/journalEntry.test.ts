import { sha256Hex } from '@keywright/keys'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashOf } from '../journal/entryHash.ts'
import { type JournalEntry, journalEntry } from './journalEntry.ts'
import type { Json } from './store.ts'

const change = fc.record({
  table: fc.string({ unit: 'binary' }),
  id: fc.string({ unit: 'binary' }),
  value: fc.oneof(fc.constant(undefined), fc.jsonValue() as fc.Arbitrary<Json>),
})

it('builds the text and hash of an entry from the texts of its rows', () => {
  fc.assert(
    fc.property(
      fc.array(change),
      fc.nat(),
      fc.option(fc.string({ unit: 'binary' })),
      (changes, version, activityId) => {
        const texted = changes.map((one, n) =>
          n % 2 === 0 && one.value !== undefined ? { ...one, text: JSON.stringify(one.value) } : one,
        )
        const { value, text } = journalEntry(undefined, version, texted, { activityId, at: 1.5 })
        const entry = value as unknown as JournalEntry
        expect(text).toBe(JSON.stringify(entry))
        expect(entry.hash).toBe(hashOf(entry))
        // As a store returns it.
        const stored = JSON.parse(text) as JournalEntry
        expect(hashOf(stored)).toBe(stored.hash)
        const next = journalEntry(entry.hash, version + 1, texted, { activityId, at: 2 })
        expect(next.value).toMatchObject({ sequence: version + 2, previous: entry.hash })
      },
    ),
  )
})

it('has the hash of a finished activity instead of its row, which is the only copy', () => {
  const entryOf = (status: string) => {
    const value = { status, votes: ['of alice'] }
    return journalEntry(undefined, 0, [{ table: 'activities', id: 'a', value }], { activityId: 'a', at: 0 })
  }
  expect(entryOf('ACTIVITY_STATUS_CONSENSUS_NEEDED').text).toContain('of alice')
  const { value, text } = entryOf('ACTIVITY_STATUS_COMPLETED')
  expect(text).not.toContain('of alice')
  const row = '{"status":"ACTIVITY_STATUS_COMPLETED","votes":["of alice"]}'
  const changes = [{ table: 'activities', id: 'a', digest: sha256Hex(row) }]
  expect(value).toMatchObject({ changes })
  expect(text).toBe(JSON.stringify(value))
})
