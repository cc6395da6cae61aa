/**
 * `startKeywright()`: the first in a process, which meets cold code, of the package as it is installed and of the
 * sources; those after it; and `reset()`. What importing the package costs stands apart.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startKeywright } from '@keywright/testing'
import { median, microseconds } from './measure.ts'
import { printTable, times } from './table.ts'
import { installTesting } from './testing/installed.ts'

const FIRST_STARTS = 9
const FIRST_START = fileURLToPath(new URL('./testing/firstStart.mjs', import.meta.url))

interface Time {
  readonly milliseconds: number
  readonly processor: number
}

interface First {
  readonly imported: Time
  readonly started: Time
  readonly called: Time
}

export async function benchTesting(): Promise<void> {
  const installed = installTesting()
  const asInstalled = firstStarts([installed.firstStart])
  installed.remove()
  const asSources = firstStarts(['--import', 'tsx', FIRST_START])
  const start = await microseconds(async () => (await startKeywright()).close())
  const kw = await startKeywright()
  const call = await microseconds(() => kw.client.whoami())
  const reset = await microseconds(() => kw.reset())
  await kw.close()
  const row = (what: string, value: number, aim?: string) => ({
    what,
    value: milliseconds(value),
    reference: `${milliseconds(call / 1_000)} a stamped whoami`,
    ratio: times(value / (call / 1_000)),
    ...(aim && { aim }),
  })
  const firsts = (where: string, starts: readonly First[]) => [
    row(`${where}: the first startKeywright`, middle(starts, 'started', 'milliseconds'), '< 50 ms'),
    row('  of which on the processor', middle(starts, 'started', 'processor')),
    row('  importing the package before', middle(starts, 'imported', 'milliseconds')),
    row('  the first call after', middle(starts, 'called', 'milliseconds')),
  ]
  printTable('keywright/testing', [
    ...firsts('installed from its tarball', asInstalled),
    ...firsts('in the checkout', asSources),
    row('startKeywright, each after it', start / 1_000, '< 50 ms'),
    row('reset between tests', reset / 1_000),
  ])
}

const firstStarts = (words: readonly string[]): readonly First[] =>
  Array.from(
    { length: FIRST_STARTS },
    () => JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as First,
  )

const middle = (starts: readonly First[], part: keyof First, time: keyof Time) =>
  median(starts.map((one) => one[part][time]))

const milliseconds = (value: number) => `${value.toFixed(1)} ms`
