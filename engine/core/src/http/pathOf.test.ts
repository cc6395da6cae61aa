import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pathOf } from './pathOf.ts'

const platform = (address: string) => new URL(address).pathname

it.each([
  'http://127.0.0.1:8787/public/v1/submit/sign_raw_payload',
  'https://keywright.example/',
  'https://keywright.example',
  'https://keywright.example//a///b',
  'https://keywright.example/a/../b/./c',
  'https://keywright.example/a?b#c',
  'https://keywright.example/%41/a b/\u00e9',
  'https://user:password@keywright.example/a',
  'https://keywright.example\\a',
  'http://[::1]:8787/a',
  'file:///a/b',
])('returns the same path of %s as the platform', (address) => {
  expect(pathOf(address)).toBe(platform(address))
})

it('returns the same path as the platform for any URL', () => {
  const path = fc.string({ unit: fc.constantFrom(...'/aZ9_-.%2?#\\ :@\u00e9'), maxLength: 12 })
  fc.assert(
    fc.property(path, (text) => {
      const address = `http://127.0.0.1:8787/${text}`
      expect(pathOf(address)).toBe(platform(address))
    }),
    { numRuns: 1_000 },
  )
})
