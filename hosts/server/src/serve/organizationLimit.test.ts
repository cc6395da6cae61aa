import { describe, expect, it } from 'vitest'
import { createOrganizationLimit } from './organizationLimit.ts'

/** A database with the test's clock that counts requests. */
function sharedRow(now: () => number) {
  const taken = new Map<string, number>()
  const row = {
    trips: 0,
    takeAllowance: async (organization: string, wanted: number, limit: number) => {
      row.trips++
      const key = `${organization} ${Math.floor(now() / 1000)}`
      const before = taken.get(key) ?? 0
      const granted = Math.min(wanted, limit - before)
      taken.set(key, before + granted)
      return { granted, remainingMs: 1000 - (now() % 1000) }
    },
  }
  return row
}

describe('a limit per organization', () => {
  const outcomes = async (asked: Promise<void>[]) =>
    (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length

  it.each([1, 5, 25, 100])(
    'of %i per second admits exactly that many across three processes',
    async (limit) => {
      let now = 0
      const row = sharedRow(() => now)
      const admits = [1, 2, 3].map(() => createOrganizationLimit(limit, row, () => now))
      const ask = (count: number) => outcomes(Array.from({ length: count }, (_, n) => admits[n % 3]!('o')))
      expect(await ask(limit * 4)).toBe(limit)
      now = 999
      expect(await ask(limit * 4)).toBe(0)
      now = 1000
      expect(await ask(limit * 4)).toBe(limit)
    },
  )

  it('takes several requests at a time from the database, once for all waiting callers', async () => {
    const row = sharedRow(() => 0)
    const admit = createOrganizationLimit(100, row, () => 0)
    expect(await outcomes(Array.from({ length: 100 }, () => admit('o')))).toBe(100)
    expect(row.trips).toBe(10)
    await expect(admit('o')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    for (let n = 0; n < 50; n++) await expect(admit('o')).rejects.toThrow()
    expect(row.trips).toBe(11)
    await admit('another organization')
  })

  it('reports an unavailable database, and retries', async () => {
    let isAway = true
    const row = sharedRow(() => 0)
    const takeAllowance: typeof row.takeAllowance = (...of) =>
      isAway ? Promise.reject(new Error('gone')) : row.takeAllowance(...of)
    const admit = createOrganizationLimit(10, { takeAllowance }, () => 0)
    await expect(admit('o')).rejects.toMatchObject({ name: 'StoreUnavailable' })
    isAway = false
    await admit('o')
  })
})
