import { describe, expect, it } from 'vitest'
import { parseSlot } from '../shared/useStored.ts'
import { RECENT_SEARCHES, withoutSearch, withSearch } from './recent.ts'

describe('recent searches', () => {
  it('keeps the five newest without duplicates', () => {
    const all = ['a', 'b', 'c', 'A', 'd', 'e', 'f', ' '].reduce<readonly string[]>(withSearch, [])
    expect(all).toEqual(['f', 'e', 'd', 'A', 'c'])
    expect(withoutSearch(all, 'd')).toEqual(['f', 'e', 'A', 'c'])
  })
  it('recovers valid parts of a damaged entry', () => {
    const read = (text: string | null) => parseSlot(RECENT_SEARCHES, text)
    expect(read(null)).toEqual([])
    expect(read('{"a":1}')).toEqual([])
    expect(read('not json')).toEqual([])
    expect(read('["a", 1, null, "b", {"c": 2}]')).toEqual(['a', 'b'])
  })
})
