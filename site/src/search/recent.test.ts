import { describe, expect, it } from 'vitest'
import { forgetSearch, listRecent, rememberSearch } from './recent.ts'

const memory = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage
}

describe('recent searches', () => {
  it('keeps the newest five, each once', () => {
    const storage = memory()
    for (const text of ['a', 'b', 'c', 'A', 'd', 'e', 'f', ' ']) rememberSearch(storage, text)
    expect(listRecent(storage)).toEqual(['f', 'e', 'd', 'A', 'c'])
    forgetSearch(storage, 'd')
    expect(listRecent(storage)).toEqual(['f', 'e', 'A', 'c'])
  })
  it('works without storage and with a spoilt entry', () => {
    expect(listRecent(undefined)).toEqual([])
    expect(listRecent({ getItem: () => '{"a":1}' })).toEqual([])
    expect(listRecent({ getItem: () => 'not json' })).toEqual([])
  })
})
