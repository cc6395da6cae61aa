import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../tools/scripts/lib/tries.ts'
import { decimalRange } from './decimalRange.ts'
import { lifetimeBounds } from './limits.ts'

describe('a pattern for a range of numbers', () => {
  it('matches exactly the numbers of the range', () => {
    const bound = fc.oneof(fc.nat(400), fc.nat(400_000_000)).map((n) => n + 1)
    const probe = fc.oneof(fc.nat(1_000), fc.nat(500_000_000))
    fc.assert(
      fc.property(bound, bound, fc.array(probe), (a, b, probes) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)]
        const pattern = new RegExp(decimalRange(min, max))
        for (const n of [min - 1, min, min + 1, max - 1, max, max + 1, ...probes]) {
          expect(pattern.test(String(n)), `${n} in ${min} to ${max}: ${pattern}`).toBe(n >= min && n <= max)
        }
      }),
      { numRuns: tries(2_000) },
    )
  })

  it('matches neither leading zeros nor anything but digits', () => {
    const pattern = new RegExp(decimalRange(60, 86_400))
    for (const text of ['', '060', '60 ', '6e3', '-60', '60\n', '86401', '59'])
      expect(pattern.test(text)).toBe(false)
  })

  it.each(Object.entries(lifetimeBounds))('is short for the lifetimes: %s', (_, { min, max }) => {
    expect(decimalRange(min, max).length).toBeLessThan(200)
  })
})
