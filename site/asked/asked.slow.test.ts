/** What people ask is written for sections that there are, and each phrase for one of them. */
import { beforeAll, expect, it } from 'vitest'
import { loadSections } from '../build/loadSections.ts'
import { suggestion } from '../build/suggest.ts'
import { askedPhrases } from './index.ts'

let places: ReadonlySet<string>

beforeAll(async () => {
  const sections = await loadSections()
  places = new Set(sections.map(({ route, anchor }) => (anchor === '' ? route : `${route}#${anchor}`)))
}, 300_000)

it('names only sections that the pages have', () => {
  const named = [...new Set(askedPhrases.map(([place]) => place))]
  const wrong = named.filter((place) => !places.has(place))
  expect(wrong.map((place) => `${place}${nearest(place)}`)).toEqual([])
})

it('has no phrase twice', () => {
  const first = new Map<string, string>()
  const again: string[] = []
  for (const [place, phrase] of askedPhrases) {
    const plain = plainOf(phrase)
    const before = first.get(plain)
    if (before === undefined) first.set(plain, place)
    else again.push(`"${phrase}": ${before} and ${place}`)
  }
  expect(again).toEqual([])
})

it('has no empty phrase', () => {
  expect(askedPhrases.filter(([, phrase]) => plainOf(phrase) === '')).toEqual([])
})

/** A wrong anchor is looked for among those of its own page. */
function nearest(place: string): string {
  const [route] = place.split('#')
  const own = [...places].filter((one) => one.startsWith(`${route}#`))
  return suggestion(place, own.length > 0 ? own : places)
}

/** Case and marks make no other phrase. */
const plainOf = (phrase: string): string =>
  phrase
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
