/** Another process commits while a request reads: reads of a database are not one snapshot. */
import { expect, it } from 'vitest'
import { apiKeyStamper, createTestEngine } from '../testing/index.ts'
import { createMemoryStore } from './memory.ts'

it('answers the activity, not a refusal, when the same bytes are executed elsewhere between two reads', async () => {
  const store = createMemoryStore()
  const elsewhere = createTestEngine('torn reads', { store })
  const { root, organizationId, rootKey } = await elsewhere.organization()
  const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'torn', accounts: [] })
  let executed: unknown
  const here = createTestEngine('torn reads', {
    store: {
      ...store,
      async get(organization, table, id) {
        // A name is looked for after the fingerprint was.
        if (!executed && table.startsWith('names:')) executed = await (await root.post(posted)).json()
        return store.get(organization, table, id)
      },
    },
  })
  const response = await here.client(organizationId, apiKeyStamper(rootKey)).post(posted)
  expect(await response.json()).toEqual(executed)
  expect((await root.query('list_wallets')).wallets).toHaveLength(1)
})
