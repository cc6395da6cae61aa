/** `startKeywright()`: the first in a process, which meets cold code, those after it, and `reset()`. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startKeywright } from '@keywright/testing'
import { median, microseconds } from './measure.ts'
import { printTable, times } from './table.ts'

const FIRST_STARTS = 5
const FIRST_START = fileURLToPath(new URL('./testing/firstStart.ts', import.meta.url))

export async function benchTesting(): Promise<void> {
  const first = Array.from({ length: FIRST_STARTS }, firstStart)
  const start = await microseconds(async () => (await startKeywright()).close())
  const kw = await startKeywright()
  const call = await microseconds(() => kw.client.whoami())
  const reset = await microseconds(() => kw.reset())
  await kw.close()
  const row = (what: string, value: number, aim?: string) => ({
    what,
    value: milliseconds(value),
    beside: `${milliseconds(call / 1_000)} a stamped whoami`,
    ratio: times(value / (call / 1_000)),
    ...(aim && { aim }),
  })
  printTable('@keywright/testing', [
    row('startKeywright, the first in a process', median(first.map((one) => one.milliseconds)), '< 50 ms'),
    row('  of which on the processor', median(first.map((one) => one.processor))),
    row('startKeywright, each after it', start / 1_000, '< 50 ms'),
    row('reset between tests', reset / 1_000),
  ])
}

const firstStart = () =>
  JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', FIRST_START], { encoding: 'utf8' })) as {
    milliseconds: number
    processor: number
  }

const milliseconds = (value: number) => `${value.toFixed(1)} ms`
