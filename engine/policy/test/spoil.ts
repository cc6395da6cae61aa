/** Requests that hide something. */
import type { RequestFacts } from '../src/index.ts'
import type { Random } from './random.ts'

/** What these hold may be of any kind that is compared with something: of no right kind is only one that is not. */
const OPEN = ['message']
const COMPARED_WITH_NOTHING = {}

/** The request with some members of its objects left out, or of another kind than they should be. */
export function spoil(facts: RequestFacts, random: Random): RequestFacts {
  const spoilStruct = (value: unknown, isOpen = false): unknown => {
    if (Array.isArray(value)) return value.map((element) => spoilStruct(element, isOpen))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).flatMap(([name, member]) => {
      if (random.chance(0.1)) return []
      if (random.chance(0.05)) return [[name, isOpen ? COMPARED_WITH_NOTHING : garbled(member)]]
      return [[name, spoilStruct(member, isOpen || OPEN.includes(name))]]
    })
    return Object.fromEntries(members)
  }
  // Callers don't choose what the engine states about a request, nor which objects exist.
  const { activity, ...objects } = facts
  const spoiled = Object.entries(objects).map(([name, object]) =>
    ['eth', 'solana', 'bitcoin'].includes(name)
      ? [
          name,
          Object.fromEntries(Object.entries(object).map(([member, inner]) => [member, spoilStruct(inner)])),
        ]
      : [name, spoilStruct(object)],
  )
  return { activity, ...Object.fromEntries(spoiled) }
}

const garbled = (member: unknown) => (typeof member === 'string' ? 5n : 'garbled')
