/** An SMTP server that hangs under load: requests go on, and every email is sent once it responds. */
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { team, withTestTeam } from '../support/shared.ts'
import { startSmtpSink } from '../support/smtpSink.ts'
import { createCrashRun } from './crashRun.ts'
import { createDice } from './dice.ts'
import { spawnServer } from './killable.ts'
import { recordFault } from './record.ts'

withTestTeam()

it('does not slow down requests, and loses no email', { timeout: 300_000 }, async () => {
  const patience = { timeout: 120_000, interval: 100 }
  let respond: () => void = () => undefined
  const hold = new Promise<void>((done) => {
    respond = done
  })
  const smtp = await startSmtpSink({ hold })
  onTestFinished(smtp.close)
  const options = { ...team.options, smtp: { url: smtp.url, from: 'no-reply@example.com' } }
  const servers = await Promise.all([1, 2].map(() => spawnServer('serve', options)))
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill()))
  })
  const urls = servers.map(({ url }) => url)
  const run = createCrashRun(team.organizationId, team.stamper, createDice('slow mail'))
  const stop = run.load(() => urls)
  await expect.poll(run.count, patience).toBeGreaterThan(100)
  const store = await openPostgresStore(team.databaseUrl, { connections: 2 })
  expect(smtp.mails).toEqual([])
  expect(await store.withMessages()).toEqual([team.organizationId])

  respond()
  await stop()
  await run.repeatUnanswered(urls)
  await expect.poll(() => store.withMessages(), patience).toEqual([])
  const mails = smtp.mails.flatMap(({ to }) => to)
  const found = await run.check(store, { mails })
  recordFault('SMTP server hangs, 2 processes', 1, found)
  expect(found).toMatchObject({ lost: [], doubled: [], broken: [], untold: [], invented: [] })
  expect(found.acknowledged).toBe(found.posted)
  await store.close()
})
