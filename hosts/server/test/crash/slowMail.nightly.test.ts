/** An SMTP server that hangs under load: requests go on, and every email is sent once it responds. */
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { team, withTestTeam } from '../support/shared.ts'
import { startSmtpSink } from '../support/smtpSink.ts'
import { createCrashRun } from './crashRun.ts'
import { createDice } from './dice.ts'
import { expectSound, PATIENCE, spawnTwo, untilAnswered } from './underLoad.ts'

withTestTeam()

it('does not slow down requests, and loses no email', { timeout: 300_000 }, async () => {
  let respond: () => void = () => undefined
  const hold = new Promise<void>((done) => {
    respond = done
  })
  const smtp = await startSmtpSink({ hold })
  onTestFinished(smtp.close)
  const options = { ...team.options, smtp: { url: smtp.url, from: 'no-reply@example.com' } }
  const servers = await spawnTwo(options)
  const urls = servers.map(({ url }) => url)
  const run = createCrashRun(team.organizationId, team.stamper, createDice('slow mail'))
  const stop = run.load(() => urls)
  await untilAnswered(run, 100)
  const store = await openPostgresStore(team.databaseUrl, { connections: 2 })
  expect(smtp.mails).toEqual([])
  expect(await store.withMessages()).toEqual([team.organizationId])

  respond()
  await stop()
  await run.repeatUnanswered(urls)
  await expect.poll(() => store.withMessages(), PATIENCE).toEqual([])
  const mails = smtp.mails.flatMap(({ to }) => to)
  await expectSound('SMTP server hangs, 2 processes', run, store, { received: { mails } })
})
