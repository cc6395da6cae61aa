/** The engine in memory: cost of lists, and memory per organization. */
import { createMemoryStore, type Store } from '@keywright/engine'
import { apiKeyStamper, createTestEngine } from '@keywright/engine/testing'
import { liveHeap, microseconds } from './measure.ts'
import { ETHEREUM_ACCOUNT, stampedRequest } from './stampedRequest.ts'
import { kb, printTable, type Row, times, us } from './table.ts'

const SUB_ORGANIZATIONS = 10_000

export async function benchEngine(): Promise<void> {
  printTable('engine', [await listing(), ...(await subOrganizations())])
}

/** A page of ten, newest first, in an organization with 100 activities and in one with 100,000. */
async function listing(): Promise<Row> {
  const store = createMemoryStore()
  const test = createTestEngine('bench listing', { store })
  const { root, rootKey, organizationId } = await test.organization()
  for (let n = 0; n < 50; n++) {
    await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: `tag ${n}`, userIds: [] })
  }
  await copyActivities(store, organizationId, 100)
  const stamp = apiKeyStamper(rootKey)
  const text = JSON.stringify({ organizationId })
  const page = () => microseconds(() => test.handle(stampedRequest({ path: LIST, text }, stamp).request()))
  const few = await page()
  await copyActivities(store, organizationId, 100_000)
  const many = await page()
  return {
    what: 'a page of list_activities among 100,000',
    value: us(many),
    reference: `${us(few)} among 100`,
    ratio: times(many / few),
    aim: '1 ×',
  }
}

const LIST = '/public/v1/query/list_activities'

/** Adds copies of an activity up to `count`, with ids before all others. */
async function copyActivities(store: Store, organization: string, count: number): Promise<void> {
  const rows = await store.list(organization, 'activities')
  const writes = Array.from({ length: count - rows.length }, (_, n) => {
    const id = `00000000-0000-7000-8000-${(count + n).toString(16).padStart(12, '0')}`
    return {
      organization,
      table: 'activities',
      id,
      value: { ...(rows[n % rows.length]!.value as object), id } as never,
    }
  })
  await store.commit({ guards: [], writes })
}

async function subOrganizations(): Promise<Row[]> {
  const store = createMemoryStore()
  const { root } = await createTestEngine('bench sub-organizations', { store }).organization()
  const before = await liveHeap()
  const started = performance.now()
  for (let n = 0; n < SUB_ORGANIZATIONS; n++) {
    await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: `customer ${n}`,
      rootUsers: [
        {
          userName: `user ${n}`,
          userEmail: `user${n}@example.com`,
          apiKeys: [],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
      wallet: { walletName: 'wallet', accounts: [ETHEREUM_ACCOUNT] },
    })
  }
  const seconds = (performance.now() - started) / 1_000
  const after = await liveHeap()
  // Read the store after measuring the heap, so that it isn't garbage-collected before.
  const { length: made } = await store.organizations()
  if (made !== SUB_ORGANIZATIONS + 1) throw new Error(`the store holds ${made} organizations`)
  return [
    {
      what: `memory of one of ${SUB_ORGANIZATIONS} sub-organizations with a wallet`,
      value: kb((after - before) / SUB_ORGANIZATIONS),
      reference: `${(SUB_ORGANIZATIONS / seconds).toFixed(0)} made a second, stamped by their client`,
    },
  ]
}
