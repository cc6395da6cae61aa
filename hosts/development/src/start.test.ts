/** Starting a development host reads a fixed number of rows, however long its history is. */
import { createMemoryStore } from '@keywright/engine'
import { countingRows } from '@keywright/engine/test'
import { expect, it } from 'vitest'
import { openTestDevhost } from '../test/testDevhost.ts'
import { createMemoryHomes } from './memoryHomes.ts'

it('reads as many rows after ten times as many activities', async () => {
  const store = createMemoryStore()
  const homes = createMemoryHomes(Date.now)
  const rowsOfStart = async (activities: number) => {
    const count = { rows: 0 }
    const { host, root } = await openTestDevhost({ store: countingRows(store, count), homes })
    await host.deliverDue()
    const { rows } = count
    for (let n = 0; n < activities; n++) {
      await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: crypto.randomUUID(), userIds: [] })
    }
    await host.close()
    return rows
  }
  await rowsOfStart(4)
  const few = await rowsOfStart(40)
  expect(few).toBeGreaterThan(0)
  expect(await rowsOfStart(0)).toBe(few)
})
