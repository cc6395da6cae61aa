/**
 * `npm run transcripts -- WORD …`: runs the steps of pages whose path contains the words and updates their output.
 */
import { writeFileSync } from 'node:fs'
import { startPostgres } from '@keywright/server/testing'
import { readTranscriptPages } from './pages.ts'
import { needsDatabases, replay } from './replay.ts'

const words = process.argv.slice(2)
const pages = readTranscriptPages().filter(
  ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
)
const postgres = pages.some(({ steps }) => needsDatabases(steps)) ? await startPostgres() : undefined
for (const { file, path, source, steps } of pages) {
  const printed = await replay(steps, needsDatabases(steps) ? postgres : undefined)
  const lines = source.split('\n')
  // Last first, so that earlier line numbers stay valid.
  for (const [at, { outputLines }] of [...steps.entries()].reverse()) {
    if (outputLines === undefined) continue
    const { from, to, indent } = outputLines
    const shown = printed[at]!.trimEnd()
      .split('\n')
      .map((line) => `${indent}${line}`.trimEnd())
    lines.splice(from, to - from, ...shown)
  }
  writeFileSync(path, lines.join('\n'))
  console.log(`${file}: ${steps.length} steps`)
}
await postgres?.stop()
