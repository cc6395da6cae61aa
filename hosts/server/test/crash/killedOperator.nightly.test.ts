/** Commands of operators that are killed before and after each of their commits, while servers are under load. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { retireRoot } from '../../src/serve/rotateRoot.ts'
import type { ServerOptions } from '../../src/serve/startServer.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import type { RotateTask } from '../support/rotateChild.ts'
import { startTestTeam, type TestTeam } from '../support/teamServer.ts'
import { createCrashRun } from './crashRun.ts'
import { createDice } from './dice.ts'
import { expectSound, spawnTwo, untilAnswered } from './underLoad.ts'

const CHILD = fileURLToPath(new URL('../support/rotateChild.ts', import.meta.url))

let team: TestTeam
beforeEach(async () => {
  team = await startTestTeam()
}, 120_000)
afterEach(() => team.close(), 60_000)

async function runToDeath(task: Omit<RotateTask, 'databaseUrl'>): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD])
  child.stdin.end(JSON.stringify({ databaseUrl: team.databaseUrl, ...task }))
  const died = new Promise((done) => child.once('exit', (_, signal) => done(signal)))
  const [printed, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(await died, complaint).toBe('SIGKILL')
  return printed === '' ? [] : (JSON.parse(printed) as string[])
}

const isAccepted = (unseal: ServerOptions['unseal']): Promise<boolean> =>
  team.start({ unseal }).then(
    ({ seal }) => !seal.state().sealed,
    () => false,
  )

/** @returns a function that ends the load, and checks what it got */
async function startLoad() {
  const servers = await spawnTwo(team.options)
  const urls = servers.map(({ url }) => url)
  const run = createCrashRun(team.organizationId, team.stamper, createDice('killed operator'))
  const stop = run.load(() => urls)
  await untilAnswered(run, 10)
  return async (fault: string, rounds: number) => {
    await stop()
    await run.repeatUnanswered(urls)
    expect(servers.map((server) => server.ending())).toEqual([undefined, undefined])
    const store = await openPostgresStore(team.databaseUrl, { connections: 2 })
    await expectSound(fault, run, store, { rounds })
  }
}

it('`reshare`: the old shares are valid until the new ones are confirmed, then only the new ones', {
  timeout: 300_000,
}, async () => {
  const endLoad = await startLoad()
  const from = { shares: team.shares }
  const lost = await runToDeath({ step: 'reshare', dieAt: 'before the commit', from })
  expect([await isAccepted({ shares: lost }), await isAccepted(from)]).toEqual([false, true])

  const shares = await runToDeath({ step: 'reshare', dieAt: 'after the commit', from })
  await runToDeath({ step: 'confirm', dieAt: 'before the commit', from: { shares } })
  expect(await isAccepted(from)).toBe(true)

  await runToDeath({ step: 'confirm', dieAt: 'after the commit', from: { shares } })
  expect([await isAccepted(from), await isAccepted({ shares })]).toEqual([false, true])
  await endLoad('`reshare` killed at each step, 2 processes', 4)
})

it('`rotate-root`: the old root secret or both are valid until the old one is retired', {
  timeout: 300_000,
}, async () => {
  const endLoad = await startLoad()
  const from = { shares: team.shares }
  const to = { shares: { count: 2, threshold: 2 } }
  const lost = await runToDeath({ step: 'start', dieAt: 'before the commit', from, to })
  expect([await isAccepted(from), await isAccepted({ shares: lost })]).toEqual([true, false])

  const shares = await runToDeath({ step: 'start', dieAt: 'after the commit', from, to })
  expect([await isAccepted(from), await isAccepted({ shares })]).toEqual([true, true])

  await runToDeath({ step: 'retire', dieAt: 'before the commit', from: { shares }, to })
  expect([await isAccepted(from), await isAccepted({ shares })]).toEqual([true, true])

  await runToDeath({ step: 'retire', dieAt: 'after the commit', from: { shares }, to })
  expect([await isAccepted(from), await isAccepted({ shares })]).toEqual([false, true])
  await expect(retireRoot({ databaseUrl: team.databaseUrl, from: { shares } })).rejects.toMatchObject({
    code: 'ROTATION_NOT_STARTED',
  })
  await endLoad('`rotate-root` killed at each step, 2 processes', 4)
})
