import { BITTING_HEIGHT, bittingOf, bittingPath, bittingWidth } from '@keywright/ui/bitting'
import { expect, it } from 'vitest'
import siteMap from '../../sidebars.ts'

const routes = Array.from({ length: 950 }, (_, index) => `/section-${index % 19}/page-${index}`)

it('has five to seven cuts of depth one to seven', () => {
  for (const route of routes) {
    const cuts = bittingOf(route)
    expect(cuts.length).toBeGreaterThanOrEqual(5)
    expect(cuts.length).toBeLessThanOrEqual(7)
    expect(Math.min(...cuts)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...cuts)).toBeLessThanOrEqual(7)
  }
})

it('is the same for the same route', () => {
  expect(bittingOf('/concepts/wallets')).toEqual(bittingOf('/concepts/wallets'))
})

it('gives no two pages of this site the same key', () => {
  const keys = siteMap.promised.map((route) => bittingOf(route).join())
  expect(keys.length).toBeGreaterThanOrEqual(95)
  expect(new Set(keys).size).toBe(keys.length)
})

it('draws a line that stays within its box', () => {
  const cuts = [7, 1, 7, 3, 5]
  const numbers = (letter: string) =>
    [...bittingPath(cuts).matchAll(new RegExp(`${letter}([0-9.]+)`, 'g'))].map((match) => Number(match[1]))
  expect(Math.max(...numbers('H'))).toBeLessThanOrEqual(bittingWidth(cuts))
  expect(Math.max(...numbers('V'))).toBeLessThan(BITTING_HEIGHT)
})
