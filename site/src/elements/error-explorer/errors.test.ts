import { openapi } from '@keywright/contract/reference'
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import type { ApiDescription } from '../../reference/description.ts'
import { openWorkbench, type Workbench } from '../kit/workbench.ts'
import { CAUSABLE, cause } from './causes.ts'
import { findErrors, listErrors } from './findErrors.ts'

vi.mock('../../sandbox/pageSandbox.ts', () => import('../testing/inProcess.ts'))

const all = listErrors(openapi() as unknown as ApiDescription)
let bench: Workbench
beforeAll(async () => {
  bench = await openWorkbench()
})

test('what can be caused is in the catalogue', () => {
  const codes = all.map(({ errorCode }) => errorCode)
  for (const code of CAUSABLE) expect(codes).toContain(code)
})

describe.each(CAUSABLE)('%s', (code) => {
  it('is what its cause ends in, and its message finds it', async () => {
    const sent = await cause(code, bench)
    const { message, details } = JSON.parse(sent.answer)
    const { errorCode } = details.find((one: object) => 'errorCode' in one)
    expect([errorCode, sent.status]).toEqual([code, all.find((one) => one.errorCode === code)!.status])
    expect(findErrors(all, message).map((one) => one.errorCode)).toContain(code)
  })
})

describe('findErrors', () => {
  const codes = (query: string) => findErrors(all, query).map(({ errorCode }) => errorCode)

  it('finds by code, number, word and call, and all without a query', () => {
    expect(codes('NAME_TAKEN')).toContain('NAME_TAKEN')
    expect(codes('403 policy')).toContain('NOT_PERMITTED_BY_POLICY')
    expect(codes('update_root_quorum')).toContain('THRESHOLD_TOO_HIGH')
    expect(codes('')).toHaveLength(all.length)
    expect(codes('no such words at all')).toEqual([])
    expect(codes('(.*[')).toEqual([])
  })
})
