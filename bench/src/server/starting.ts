/** Time from the start of a process to its first response. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiKeyStamper, createClient } from '@keywright/engine/testing'
import { median } from '../measure.ts'
import { type Row, times } from '../table.ts'
import { startDev, startEmptyRoute } from './child.ts'

const STARTS = 5
/** What cli/bin/bundle.mjs keeps between starts; without it the command is built again, as on a fresh clone. */
const BUILD_RECORD = new URL('../../../node_modules/.cache/keywright/newest.json', import.meta.url)

/** Always in an empty folder; a stamped `whoami` for Keywright, any response for the empty server. */
export async function benchStarting(folder: string): Promise<Row[]> {
  rmSync(fileURLToPath(BUILD_RECORD), { force: true })
  const cold = await devSeconds(join(folder, 'cold'))
  const ours: number[] = []
  const floor: number[] = []
  for (let n = 0; n < STARTS; n++) {
    ours.push(await devSeconds(join(folder, `start ${n}`)))
    floor.push(await emptySeconds())
  }
  const row = (what: string, value: number): Row => ({
    what,
    value: seconds(value),
    reference: `${seconds(median(floor))} an empty Hono server`,
    ratio: times(value / median(floor)),
  })
  return [
    { ...row('keywright dev to the first answer', median(ours)), aim: '< 2 s' },
    row('  which builds itself first, as on a fresh clone', cold),
  ]
}

async function devSeconds(folder: string): Promise<number> {
  mkdirSync(folder)
  const started = performance.now()
  const dev = await startDev(folder)
  const client = createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId: dev.organizationId,
    stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...dev.apiKey }),
    baseUrl: dev.url,
  })
  await client.query('whoami')
  const elapsed = (performance.now() - started) / 1_000
  await dev.stop()
  return elapsed
}

async function emptySeconds(): Promise<number> {
  const started = performance.now()
  const empty = await startEmptyRoute()
  await (await fetch(empty.url, { method: 'POST' })).text()
  const elapsed = (performance.now() - started) / 1_000
  await empty.stop()
  return elapsed
}

const seconds = (value: number) => `${value.toFixed(2)} s`
