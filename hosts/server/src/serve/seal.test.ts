import { expect, it } from 'vitest'
import type { RootCheck } from './rootSecret.ts'
import { createSeal } from './seal.ts'

it('tells the next root secret of a rotation from new shares of the one in use', () => {
  const shares = (set: string) => ({ set, count: 3, threshold: 2 })
  const check = { version: 1, shares: shares('a'), next: { version: 2, shares: shares('b') } }
  const unused = () => {
    throw new Error('not used')
  }
  const stateOf = (of: object) =>
    createSeal(
      { readCheck: unused, confirm: unused, assertReadable: unused, onOpen: unused, onClose: unused },
      of as RootCheck,
    ).state()
  const sealed = { sealed: true, given: 0, threshold: 2 }
  expect(stateOf(check)).toEqual({ ...sealed, next: { version: 2, given: 0, threshold: 2 } })
  expect(stateOf({ ...check, next: { version: 2, shares: null } })).toEqual({
    ...sealed,
    next: { version: 2 },
  })
  const reshared = { version: 1, shares: shares('a'), pending: shares('c') }
  expect(stateOf(reshared)).toEqual({ ...sealed, pending: { given: 0, threshold: 2 } })
})
