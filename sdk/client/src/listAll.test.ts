import { callList } from '@keywright/contract'
import { fieldInfosOf } from '@keywright/contract/reference'
import { expect, it } from 'vitest'
import type { QueryCall } from './call.ts'
import { listActivities, listSuborgs, listVerifiedSuborgs, listWalletAccounts } from './generated/calls.ts'
import { createConnection, listAll, type PagedQueryName } from './index.ts'

const PAGED = callList.filter(
  (call) =>
    call.kind === 'query' &&
    fieldInfosOf(call.request as never).some(({ name }) => name === 'paginationOptions'),
)

/** One per paged list of the SDK's types. */
const QUERIES: { readonly [N in PagedQueryName]: QueryCall<N> } = {
  list_activities: listActivities,
  list_suborgs: listSuborgs,
  list_verified_suborgs: listVerifiedSuborgs,
  list_wallet_accounts: listWalletAccounts,
}

const ID: Readonly<Record<string, string | undefined>> = { accounts: 'walletAccountId', activities: 'id' }

/** A server with `count` entries, which returns at most `most` of them, and 10 by default. */
function serverWith(list: string, count: number, most = 100) {
  const asked: { readonly after?: string; readonly limit?: string }[] = []
  const idOf = (entry: unknown) => (ID[list] ? (entry as Record<string, string>)[ID[list]]! : String(entry))
  const entryOf = (id: string) =>
    ID[list] ? { [ID[list]]: id, ...(list === 'activities' && { intent: {} }) } : id
  const all = Array.from({ length: count }, (_, n) => entryOf(`id-${n}`))
  const connection = createConnection(
    {
      baseUrl: 'https://engine.example.com',
      organizationId: '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10',
      async fetch(request) {
        const { paginationOptions = {} } = await request.json()
        asked.push(paginationOptions)
        const from = paginationOptions.after
          ? all.findIndex((one) => idOf(one) === paginationOptions.after) + 1
          : 0
        const page = all.slice(from, from + Math.min(Number(paginationOptions.limit ?? 10), most))
        return Response.json({ [list]: page })
      },
    },
    { stamp: async () => ({ stampHeaderName: 'X-Stamp', stampHeaderValue: 'x' }) },
  )
  return { connection, asked, all }
}

it('knows the paged lists of the contract', () => {
  expect(PAGED.map(({ name }) => name).sort()).toEqual(Object.keys(QUERIES))
})

for (const call of PAGED) {
  const list = fieldInfosOf((call as unknown as { response: never }).response)[0]!.name
  const query = QUERIES[call.name as PagedQueryName] as unknown as QueryCall<'list_suborgs'>

  for (const [count, requests] of [
    [0, 1],
    [10, 1],
    [99, 1],
    [100, 2],
    [101, 2],
    [250, 3],
  ] as const) {
    // One more for the empty page after activities.
    const more = list === 'activities' && count % 100 !== 0 ? 1 : 0
    it(`${call.name} reads ${count} entries with ${requests + more} requests`, async () => {
      const { connection, asked, all } = serverWith(list, count)
      expect(await listAll(connection, query)).toEqual(all)
      expect(asked).toHaveLength(requests + more)
    })
  }
}

it('reads on after a page of large activities, which ends early', async () => {
  const { connection, all } = serverWith('activities', 250, 7)
  expect(await listAll(connection, listActivities)).toEqual(all)
})

it('stops between pages when aborted', async () => {
  const { connection, asked } = serverWith('organizationIds', 250)
  const controller = new AbortController()
  const aborting = {
    ...connection,
    fetch: async (request: Request) => {
      const response = await connection.fetch(request)
      controller.abort()
      return response
    },
  }
  const reading = listAll(aborting, listSuborgs, {}, { signal: controller.signal })
  await expect(reading).rejects.toMatchObject({ code: 'ABORTED' })
  expect(asked).toHaveLength(1)
})
