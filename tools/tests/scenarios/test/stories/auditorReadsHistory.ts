import { expect } from 'vitest'
import { story } from '../story.ts'

export const auditorReadsHistory = story('an auditor pages through the history', async (world) => {
  const { alice } = await world.organization({ rootUsers: ['alice'] })
  const auditor = await alice.addsUser('auditor')
  const { session } = await auditor.does('CREATE_READ_ONLY_SESSION', {})
  const reading = auditor.withSession(session)

  const made: string[] = []
  for (let n = 1; n <= 5; n++) {
    made.unshift((await alice.asks('CREATE_WALLET', { walletName: `wallet ${n}`, accounts: [] })).id)
    await world.passes({ seconds: 1 })
  }
  const page = async (paginationOptions: { limit?: string; after?: string; before?: string }) => {
    const filterByType = ['ACTIVITY_TYPE_CREATE_WALLET' as const]
    const { activities } = await reading.reads('list_activities', { filterByType, paginationOptions })
    return activities.map(({ id }) => id)
  }
  const first = await page({ limit: '2' })
  const second = await page({ limit: '2', after: first[1]! })
  const third = await page({ limit: '2', after: second[1]! })
  expect([...first, ...second, ...third], 'newest first, without duplicates or gaps').toEqual(made)
  expect(await page({ limit: '2', before: third[0]! }), 'and back again').toEqual(second)

  for (const limit of ['0', '101', 'many']) {
    await world.refuses('PAGE_LIMIT_OUT_OF_RANGE', () => page({ limit }))
  }
  await world.refuses('CURSOR_INVALID', () => page({ after: 'the last one' }))
  await world.refuses('ACTIVITY_NOT_FOUND', () =>
    reading.reads('get_activity', { activityId: crypto.randomUUID() }),
  )
  await world.refuses('SESSION_READ_ONLY', () => reading.createsWallet('of the auditor'))
})
