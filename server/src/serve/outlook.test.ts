import { beforeEach, expect, it } from 'vitest'
import type { Note } from '../store/notes.ts'
import { createOutlook, LOOKS_A_ROUND, type Outlook } from './outlook.ts'

let now: number
let outlook: Outlook
beforeEach(() => {
  now = 1_000
  outlook = createOutlook(() => now)
})

const note = (organization: string, { until = 1, isOpen = false, isOver = false } = {}): Note => ({
  organization,
  until,
  isOpen,
  isOver,
})
const nothing = new Map<string, never>()
/** A round that finds nothing in them. */
const look = (notes: readonly Note[]) => {
  const organizations = outlook.next(notes)
  outlook.learn(organizations, nothing)
  return organizations
}

it('looks each round as long as messages may come, and once after that', () => {
  const open = note('o', { isOpen: true })
  expect([look([open]), look([open]), look([note('o')]), look([note('o')])]).toEqual([
    ['o'],
    ['o'],
    ['o'],
    [],
  ])
  // Noted anew.
  expect(look([note('o', { until: 2 })])).toEqual(['o'])
})

it('does not ask for a thousand dead receivers before they are due', () => {
  const notes = Array.from({ length: 1_000 }, (_, n) => note(String(n)))
  const asked = new Set<string>()
  let rounds = 0
  while (asked.size < 1_000) {
    rounds++
    const organizations = outlook.next(notes)
    expect(organizations.length).toBeLessThanOrEqual(LOOKS_A_ROUND)
    for (const organization of organizations) asked.add(organization)
    outlook.learn(organizations, new Map(organizations.map((id) => [id, { messages: 2, dueAt: 5_000 }])))
  }
  expect(rounds).toBe(1_000 / LOOKS_A_ROUND)
  expect(outlook.waiting()).toEqual({ organizations: 1_000, messages: 2_000 })
  expect(outlook.next(notes)).toEqual([])
  now = 5_000
  expect(outlook.next(notes)).toHaveLength(LOOKS_A_ROUND)
})

it('comes to everybody, also when looking fails', () => {
  const notes = Array.from({ length: 3 * LOOKS_A_ROUND }, (_, n) => note(String(n), { isOpen: true }))
  const asked = [1, 2, 3].flatMap(() => outlook.next(notes))
  expect(new Set(asked).size).toBe(notes.length)
  // What failed is due still.
  expect(outlook.next(notes.map((one) => ({ ...one, isOpen: false })))).toHaveLength(LOOKS_A_ROUND)
})

it('takes a note for empty only when it looked since its time was over, and found nothing', () => {
  const over = note('o', { isOver: true })
  expect(outlook.empty([over])).toEqual([])
  outlook.learn(outlook.next([note('o', { isOpen: true })]), nothing)
  expect(outlook.empty([over])).toEqual([])
  const organizations = outlook.next([over])
  expect(outlook.empty([over])).toEqual([])
  outlook.learn(organizations, new Map([['o', { messages: 1, dueAt: 2_000 }]]))
  expect(outlook.empty([over])).toEqual([])
  now = 2_000
  look([over])
  expect(outlook.empty([over])).toEqual([over])
  expect(outlook.empty([note('o', { until: 2, isOver: true })])).toEqual([])
  // Somebody found a message nevertheless.
  outlook.doubt('o')
  expect(outlook.empty([over])).toEqual([])
  expect(look([over])).toEqual(['o'])
})

it('forgets who is noted no more', () => {
  outlook.learn(outlook.next([note('o')]), new Map([['o', { messages: 1, dueAt: 9_000 }]]))
  expect(outlook.waiting()).toEqual({ organizations: 1, messages: 1 })
  expect(look([])).toEqual([])
  expect(outlook.waiting()).toEqual({ organizations: 0, messages: 0 })
})
