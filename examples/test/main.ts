/**
 * `npm run examples [-- words…] [--record]`: runs the examples whose id contains one of the words, in process and against a
 * development server, and prints a table. With `--record`, stores the results of the run in process for the pages.
 */
import { type Example, readExamples, readRecording } from '@keywright/examples'
import { startDevServerPlace } from './devServer.ts'
import { inProcess } from './inProcess.ts'
import type { Place } from './place.ts'
import { shapeOf, toRecording, writeRecording } from './record.ts'
import { runExample } from './run.ts'

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const records = process.argv.includes('--record')
const chosen = readExamples().filter(
  ({ id }) => words.length === 0 || words.some((word) => id.includes(word)),
)
const failures: string[] = []

async function outcomeOf(example: Example, place: Place): Promise<string> {
  const start = performance.now()
  try {
    const run = await runExample(example, await place.open())
    const took = `${Math.round(performance.now() - start)} ms`
    if (place === inProcess && records) writeRecording(run)
    const known = readRecording(example.id)
    const isSame =
      known !== undefined &&
      (place === inProcess
        ? JSON.stringify(toRecording(run)) === JSON.stringify(known)
        : JSON.stringify(shapeOf(run)) === JSON.stringify(shapeOf(known)))
    return isSame ? took : fail(example, place, 'differs from its recording')
  } catch (error) {
    return fail(example, place, error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

function fail({ id }: Example, { name }: Place, why: string): string {
  failures.push(`${id} (${name}): ${why}`)
  return 'FAILED'
}

const devServer = await startDevServerPlace()
const rows: [string, string, string][] = [['example', inProcess.name, devServer.name]]
for (const example of chosen) {
  rows.push([example.id, await outcomeOf(example, inProcess), await outcomeOf(example, devServer)])
}
await devServer.close()

const width = Math.max(...rows.map(([id]) => id.length))
for (const [id, ...cells] of rows) {
  process.stdout.write(`${id.padEnd(width)}  ${cells.map((cell) => cell.padStart(18)).join('  ')}\n`)
}
for (const failure of failures) process.stdout.write(`\n${failure}\n`)
process.stdout.write(`\n${chosen.length} examples, ${failures.length} failures\n`)
process.exit(failures.length > 0 ? 1 : 0)
