/**
 * `npm run transcripts -- WORD …`: runs the steps of pages whose path contains the words and updates their output.
 * `npm run transcripts -- jobs/WORD …` does the same for jobs, with the packages that `npm run release` has packed.
 */
import { writeFileSync } from 'node:fs'
import { startPostgres } from '@keywright/server/test'
import { matches, readJobs } from '../jobs/readJob.ts'
import { createMask } from './maskValues.ts'
import { readTranscriptPages } from './pages.ts'
import { needsDatabases, replay } from './replay.ts'

const words = process.argv.slice(2)
const chosen = (file: string) => words.length === 0 || words.some((word) => file.includes(word))
const pages = readTranscriptPages()
  .filter(({ file }) => chosen(file))
  .map((page) => ({ ...page, isJob: false }))
const jobs = words.some((word) => word.startsWith('jobs/'))
  ? readJobs()
      .filter(({ file }) => chosen(`jobs/${file}`))
      .map((job) => ({ ...job, isJob: true }))
  : []
const all = [...pages, ...jobs]
const postgres = all.some(({ steps }) => needsDatabases(steps)) ? await startPostgres() : undefined
for (const { file, path, source, steps, isJob } of all) {
  const databases = needsDatabases(steps) ? postgres : undefined
  const printed = await replay(steps, databases, isJob ? 'installed' : 'checkout')
  const mask = isJob ? createMask() : (text: string) => text
  const texts = printed.map((text) => mask(text.trimEnd()))
  const lines = source.split('\n')
  // Last first, so that earlier line numbers stay valid.
  for (const [at, { output, outputLines }] of [...steps.entries()].reverse()) {
    if (outputLines === undefined || (isJob && matches(texts[at]!, output!))) continue
    const { from, to, indent } = outputLines
    const shown = texts[at] === '' ? [] : texts[at]!.split('\n').map((line) => `${indent}${line}`.trimEnd())
    lines.splice(from, to - from, ...shown)
  }
  writeFileSync(path, lines.join('\n'))
  console.log(`${file}: ${steps.length} steps`)
}
await postgres?.stop()
