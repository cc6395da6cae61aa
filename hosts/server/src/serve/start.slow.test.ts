/** What a team server reads while it starts doesn't grow with the history of the database. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestTeam, type TestTeam } from '../../test/support/teamServer.ts'

const ACTIVITIES = 80
/** Fewer than the activities, and no fewer than the settings and migrations that a start reads. */
const MOST_ROWS = 30

let team: TestTeam
beforeAll(async () => {
  team = await startTestTeam()
})
afterAll(() => team.close())

/** Runs the task. @returns the row count of its largest PostgreSQL result */
async function mostRowsDuring(task: () => Promise<unknown>): Promise<number> {
  let most = 0
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...of: unknown[]) {
    const answer = Reflect.apply(query, this, of) as Promise<pg.QueryResult | pg.QueryResult[]>
    void Promise.resolve(answer).then(
      (result) => {
        for (const one of [result].flat()) most = Math.max(most, one?.rows?.length ?? 0)
      },
      () => undefined,
    )
    return answer
  } as unknown as typeof query
  try {
    await task()
    return most
  } finally {
    pg.Client.prototype.query = query
  }
}

it('reads few rows per statement while it starts, serves, and delivers', async () => {
  const first = await team.start()
  const client = team.clientAt(first.url)
  const walletNames = Array.from({ length: ACTIVITIES }, (_, n) => `wallet ${n}`)
  await Promise.all(
    walletNames.map((walletName) => client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })),
  )
  await first.close()
  const most = await mostRowsDuring(async () => {
    const server = await team.start()
    expect(server.seal.state().sealed).toBe(false)
    await expect.poll(async () => (await fetch(`${server.url}/ready`)).status).toBe(200)
    await team.clientAt(server.url).run('ACTIVITY_TYPE_INIT_OTP', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'ada@example.com',
    })
    await server.close()
  })
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(MOST_ROWS)
})
