/** The platform's randomness, from a stock or not: nothing is given twice, and nobody shares bytes with anybody. */
import { afterEach, expect, it, vi } from 'vitest'
import { toHex } from './encoding.ts'
import { platformRandom } from './random.ts'

afterEach(() => void vi.restoreAllMocks())

it.each([0, 1, 12, 16, 17, 32, 3_000])('gives as many bytes as are asked for: %i', (length) => {
  expect(platformRandom(length)).toHaveLength(length)
})

it('gives nothing twice, over several stocks', () => {
  const given = Array.from({ length: 2_000 }, () => toHex(platformRandom(16)))
  expect(new Set(given).size).toBe(given.length)
})

it('keeps no copy: what is done to bytes that were given changes none that are given later', () => {
  const first = platformRandom(8)
  expect(first.buffer.byteLength).toBe(8)
  first.fill(0)
  expect(toHex(platformRandom(8))).not.toBe('00'.repeat(8))
})

it('asks the platform once for many ids, and for each key', () => {
  const asked = vi.spyOn(crypto, 'getRandomValues')
  for (let n = 0; n < 100; n++) platformRandom(16)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(1)
  asked.mockClear()
  for (let n = 0; n < 10; n++) platformRandom(32)
  expect(asked).toHaveBeenCalledTimes(10)
})
