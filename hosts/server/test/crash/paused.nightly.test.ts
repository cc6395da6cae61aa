/** A process that is stopped under load (SIGSTOP) for longer than its turns and leases, and then continues. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { team, withTestTeam } from '../support/shared.ts'
import { createCrashRun } from './crashRun.ts'
import { createDice } from './dice.ts'
import { spawnServer } from './killable.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { recordFault } from './record.ts'

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
  const patience = { timeout: 120_000, interval: 100 }
  const options = { ...team.options, mailUrl: receiver.mailUrl }
  const [paused, other] = await Promise.all([1, 2].map(() => spawnServer('serve', options)))
  onTestFinished(async () => {
    await Promise.all([paused!.kill(), other!.kill()])
  })
  const both = [paused!.url, other!.url]
  const run = createCrashRun(team.organizationId, team.stamper, createDice('paused'))
  const stopBoth = run.load(() => both)
  await expect.poll(run.count, patience).toBeGreaterThan(20)

  process.kill(paused!.pid, 'SIGSTOP')
  const before = run.count()
  // Requests to the stopped process wait; later requests go to the other one.
  const stopOther = run.load(() => [other!.url])
  await expect.poll(run.count, patience).toBeGreaterThan(before + 20)
  await stopOther()
  const store = await openPostgresStore(team.databaseUrl, { connections: 2 })
  // Including the deliveries that the stopped process had leased.
  await expect.poll(() => store.withMessages(), patience).toEqual([])

  process.kill(paused!.pid, 'SIGCONT')
  await stopBoth()
  await run.repeatUnanswered(both)
  expect(await run.repeatAnswered(both)).toEqual([])
  await expect.poll(() => store.withMessages(), patience).toEqual([])
  const found = await run.check(store, { mails: receiver.mails })
  recordFault('SIGSTOP of one of 2 processes', 1, found)
  expect(found).toMatchObject({ lost: [], doubled: [], broken: [], untold: [], invented: [] })
  expect(found.acknowledged).toBe(found.posted)
  expect([paused!.ending(), other!.ending()]).toEqual([undefined, undefined])
  await store.close()
})
