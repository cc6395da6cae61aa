/** A process that is stopped under load (SIGSTOP) for longer than its turns and leases, and then continues. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { team, withTestTeam } from '../support/shared.ts'
import { createCrashRun } from './crashRun.ts'
import { createDice } from './dice.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { expectSound, PATIENCE, spawnTwo, untilAnswered } from './underLoad.ts'

let receiver: Receiver
withTestTeam()
beforeAll(async () => {
  receiver = await startReceiver()
}, 120_000)
afterAll(async () => {
  await receiver.close()
}, 60_000)

it('does not block other processes, and loses and repeats nothing when it continues', {
  timeout: 300_000,
}, async () => {
  const [paused, other] = await spawnTwo({ ...team.options, mailUrl: receiver.mailUrl })
  const both = [paused.url, other.url]
  const run = createCrashRun(team.organizationId, team.stamper, createDice('paused'))
  const stopBoth = run.load(() => both)
  await untilAnswered(run, 20)

  process.kill(paused.pid, 'SIGSTOP')
  // Requests to the stopped process wait; later requests go to the other one.
  const stopOther = run.load(() => [other.url])
  await untilAnswered(run, 20)
  await stopOther()
  const store = await openPostgresStore(team.databaseUrl, { connections: 2 })
  // Including the deliveries that the stopped process had leased.
  await expect.poll(() => store.withMessages(), PATIENCE).toEqual([])

  process.kill(paused.pid, 'SIGCONT')
  await stopBoth()
  await run.repeatUnanswered(both)
  expect(await run.repeatAnswered(both)).toEqual([])
  await expect.poll(() => store.withMessages(), PATIENCE).toEqual([])
  const { mails } = receiver
  await expectSound('SIGSTOP of one of 2 processes', run, store, { received: { mails } })
  expect([paused.ending(), other.ending()]).toEqual([undefined, undefined])
})
