import { describe, expect, it, vi } from 'vitest'
import { exchange } from '../../reference/try/exchange.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { pageOf, turned } from './pages.ts'

vi.mock('../../sandbox/pageSandbox.ts', () => import('../testing/inProcess.ts'))

describe('pageOf', () => {
  it.each([
    [
      { users: [{ organizationId: 'o', userId: 'a' }, { userId: 'b' }] },
      { member: 'users', count: 2, first: 'a', last: 'b' },
    ],
    [
      { activities: [{ organizationId: 'o', id: 'x' }] },
      { member: 'activities', count: 1, first: 'x', last: 'x' },
    ],
    [{ organizationIds: ['1', '2'] }, { member: 'organizationIds', count: 2, first: '1', last: '2' }],
    [{ accounts: [] }, { member: 'accounts', count: 0, first: undefined, last: undefined }],
    [{ user: {} }, undefined],
    [null, undefined],
    ['text', undefined],
  ])('of %j', (answer, page) => {
    expect(pageOf(answer)).toEqual(page)
  })
})

it('walks through all activities of an engine and back to the first page', async () => {
  const { sandbox, organization } = await openWorkbench()
  const { organizationId, rootUserId: userId } = organization
  const ask = async (value: object) => {
    const body = JSON.stringify({ organizationId, ...value })
    const path = '/public/v1/query/list_activities'
    return (await exchange(sandbox, { sandbox, organizationId, userId, method: 'apiKey' }, path, body)).answer
  }
  const start = { paginationOptions: { limit: '3' } }
  const idsOf = (answer: unknown) => Object(answer).activities.map(({ id }: { id: string }) => id)
  const all = idsOf(await ask({ paginationOptions: { limit: '100' } }))
  const seen: string[] = []
  let value: Readonly<Record<string, unknown>> = start
  for (;;) {
    const answer = await ask(value)
    seen.push(...idsOf(answer))
    const { last } = pageOf(answer)!
    if (last === undefined) break
    value = turned(value, 'after', last)
  }
  expect(all.length).toBeGreaterThan(6)
  expect(seen).toEqual(all)
  expect(idsOf(await ask(turned(value, 'before', all[3])))).toEqual(all.slice(0, 3))
})
