/** PostgreSQL without its synchronous standby: commits wait, and none is acknowledged. */
import { expect, it } from 'vitest'
import { team, withTestTeam } from '../support/shared.ts'
import { query } from '../support/teamServer.ts'

withTestTeam()

async function requireStandby(name: string): Promise<void> {
  await query(team.databaseUrl, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await query(team.databaseUrl, 'SELECT pg_reload_conf()')
}

it('answers 503 in time, is not ready, and never acknowledges a commit whose wait was canceled', async () => {
  const { url } = await team.start()
  const client = team.clientAt(url)
  const readiness = async () => {
    const start = performance.now()
    const response = await fetch(`${url}/ready`)
    expect(performance.now() - start).toBeLessThan(2_000)
    return response.status
  }
  const create = (walletName: string) =>
    client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }).then(
      () => 'acknowledged',
      ({ status }: { status?: number }) => status,
    )
  expect(await create('before')).toBe('acknowledged')
  await requireStandby('missing')
  try {
    await expect.poll(readiness).toBe(503)
    const asked = performance.now()
    expect(await create('waits')).toBe(503)
    expect(performance.now() - asked).toBeLessThan(30_000)
    // Abandoned commits wait, too, so cancel all waits until the request is answered.
    let outcome: unknown
    void create('canceled').then((found) => {
      outcome = found
    })
    await expect
      .poll(async () => {
        await query(
          team.databaseUrl,
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
        )
        return outcome
      })
      .toBeDefined()
    expect(outcome).toBe(503)
  } finally {
    await requireStandby('')
  }
  await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
  expect(await create('after')).toBe('acknowledged')
}, 120_000)
