/** Each page shows the program that `clients.nightly.test.ts` runs. */
import { describe, expect, it } from 'vitest'
import { clients } from './clients.ts'
import { blocksOf, outputOf, regionsOf } from './tours.ts'

describe.each(clients.filter(({ tour }) => tour))('the page of the $name client', (client) => {
  it.each(regionsOf(client))('shows %s as it is run', (_, code) => {
    expect(blocksOf(client.tour!)).toContain(code)
  })

  it('shows all of it, and what it prints', () => {
    expect(regionsOf(client).map(([name]) => name)).toEqual(['client', 'wallet', 'call', 'export', 'error'])
    expect(outputOf(client.tour!)).toBeDefined()
  })
})
