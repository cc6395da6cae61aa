import { openapi } from '@keywright/contract/reference'
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import type { ApiDescription } from '../../reference/description.ts'
import { openWorkbench, type Workbench } from '../kit/workbench.ts'
import { CAUSABLE, cause } from './cause.ts'
import { errorIn } from './errorIn.ts'
import { findErrors, listErrors } from './findErrors.ts'
import { UNCAUSABLE } from './uncausable.ts'

vi.mock('../../sandbox/pageSandbox.ts', () => import('../testing/inProcess.ts'))

const all = listErrors(openapi() as unknown as ApiDescription)
let bench: Workbench
beforeAll(async () => {
  bench = await openWorkbench()
})

test('each error of the catalogue has a button or a reason why it has none, and only one of the two', () => {
  const codes = all.map(({ errorCode }) => errorCode)
  expect([...CAUSABLE, ...Object.keys(UNCAUSABLE)].sort()).toEqual(codes.sort())
})

test.each(Object.entries(UNCAUSABLE))('the reason of %s is one short sentence', (_, reason) => {
  expect(reason).toMatch(/^[^.]{10,110}$/)
})

/** The one that is no answer of a refused request, but the failure of an activity. */
const isFailure = (code: string) => code === 'RESOURCE_CHANGED'

describe.each(CAUSABLE)('%s', (code) => {
  it('is what its cause ends in, a second time too, and its message finds it', async () => {
    await cause(code, bench)
    const sent = await cause(code, bench)
    const { errorCode, message } = errorIn(sent.answer)!
    const status = isFailure(code) ? 200 : all.find((one) => one.errorCode === code)!.status
    expect([errorCode, sent.status]).toEqual([code, status])
    expect(findErrors(all, message).map((one) => one.errorCode)).toContain(code)
  })
})

test('what causes do leaves the organization of the elements as it was', async () => {
  const { wallets } = await bench.client.listWallets()
  const { policies } = await bench.client.listPolicies()
  const { users } = await bench.client.listUsers()
  expect([wallets.length, policies.length, users.length]).toEqual([1, 1, 2])
})

describe('findErrors', () => {
  const codes = (query: string) => findErrors(all, query).map(({ errorCode }) => errorCode)

  it('finds by code, number, word and call, and all without a query', () => {
    expect(codes('SEALED')).toEqual(['SEALED'])
    expect(codes('name_taken')).toEqual(['POLICY_NAME_TAKEN', 'NAME_TAKEN'])
    expect(codes('403 policy')).toContain('NOT_PERMITTED_BY_POLICY')
    expect(codes('update_root_quorum')).toContain('THRESHOLD_TOO_HIGH')
    expect(codes('')).toHaveLength(all.length)
    expect(codes('no such words at all')).toEqual([])
    expect(codes('(.*[')).toEqual([])
  })
})
