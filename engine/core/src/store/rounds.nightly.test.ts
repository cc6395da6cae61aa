import { callList, findCallOfType, type QueryName } from '@keywright/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import {
  queryPreparations,
  type SubmitType,
  submitPreparations,
} from '../../test/callCoverage/accepted/index.ts'
import { createWorld, type World } from '../../test/callCoverage/world.ts'
import { type CountingStore, createCountingStore, type StoreCount } from '../../test/support/index.ts'
import { createMemoryStore } from './memory.ts'

/**
 * A request waits for the store about four times in sequence: caller, named objects, objects that these name or
 * collide with, and the commit. One more if the caller is found through the parent organization, or for what only
 * decided requests may look up.
 */
const MAX_ROUNDS = 5
/**
 * One-time codes: a caller of the parent; the user by contact, then the user's codes; then the identifier, by a mark
 * of the vault. Votes: the activity by its fingerprint, then its MAC by its id. Users, wallets and organizations whose
 * names, contacts, credentials or addresses change: the MACs of these lookups.
 */
const MORE_ROUNDS: Readonly<Record<string, number>> = {
  ACTIVITY_TYPE_INIT_OTP_AUTH: 6,
  ACTIVITY_TYPE_INIT_OTP_AUTH_V2: 6,
  ACTIVITY_TYPE_INIT_OTP_AUTH_V3: 6,
  ACTIVITY_TYPE_APPROVE_ACTIVITY: 6,
  ACTIVITY_TYPE_REJECT_ACTIVITY: 6,
  ACTIVITY_TYPE_CREATE_USERS: 6,
  ACTIVITY_TYPE_CREATE_USERS_V2: 6,
  ACTIVITY_TYPE_CREATE_USERS_V3: 6,
  ACTIVITY_TYPE_CREATE_USERS_V4: 6,
  ACTIVITY_TYPE_UPDATE_USER: 6,
  ACTIVITY_TYPE_DELETE_WALLETS: 6,
  ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION: 7,
}

let store: CountingStore
let world: World
const counts: [string, StoreCount][] = []

beforeAll(async () => {
  store = createCountingStore(createMemoryStore())
  world = await createWorld('rounds', { store })
})

const titles = callList.flatMap((call) =>
  call.kind === 'query' ? [call.name] : call.versions.map(({ type }) => type),
)

describe('the number of sequential store calls is bounded, no matter how much a request reads', () => {
  it.each(everyNth(5, titles))('%s', async (title) => {
    const isQuery = title in queryPreparations
    const { client, parameters } = isQuery
      ? await queryPreparations[title as QueryName](world)
      : await submitPreparations[title as SubmitType](world)
    // The first request of a credential also records that it is proven.
    await client.query('whoami')
    await world.engine.idle()
    const text = isQuery
      ? JSON.stringify({ organizationId: client.organizationId, ...parameters })
      : client.compose(title as SubmitType, parameters).text
    const path = isQuery
      ? callList.find(({ name }) => name === title)!.path
      : findCallOfType(title as SubmitType)!.path
    let status = 0
    const count = await store.counted(async () => {
      const response = await client.post({ path, text })
      ;({ status } = response)
    })
    await world.engine.idle()
    counts.push([title, count])
    expect(status).toBe(200)
    expect(count.rounds).toBeLessThanOrEqual(MORE_ROUNDS[title] ?? MAX_ROUNDS)
  })
})

afterAll(() => {
  console.log(
    counts.map(([title, { calls, rounds }]) => `${rounds} rounds of ${calls} calls: ${title}`).join('\n'),
  )
})
