import { callList } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { ledger, provenClients } from './index.ts'

describe('the ledger', () => {
  const versions = ledger.flatMap(({ versions }) => versions)

  it('has a row with a proof for each served version', () => {
    const served = callList.flatMap((call) =>
      call.kind === 'query' ? ['query'] : call.versions.map(({ type }) => type),
    )
    expect(versions.map(({ type }) => type)).toEqual(served)
    expect(versions.filter(({ provenBy }) => provenBy.length === 0)).toEqual([])
  })

  it('names only calls and versions of the contract', () => {
    const known = new Set(
      ledger.flatMap(({ call, versions }) => versions.map(({ type }) => `${call.name} ${type}`)),
    )
    for (const { accepted } of provenClients) {
      const recorded = Object.entries(accepted).flatMap(([call, types]) =>
        types.map((type) => `${call} ${type}`),
      )
      expect(recorded.filter((row) => !known.has(row))).toEqual([])
    }
  })

  it('counts the proven calls of each client', () => {
    const counts = provenClients.map(({ accepted }) => Object.keys(accepted).length)
    expect(counts).toEqual([73, callList.length, 73, callList.length])
  })
})
