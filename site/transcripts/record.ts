/**
 * `npm run transcripts -- WORD …` types the steps of the pages whose file has the words, and writes what was printed under
 * each step that shows something.
 */
import { writeFileSync } from 'node:fs'
import { readTranscriptPages } from './pages.ts'
import { replay } from './replay.ts'

const words = process.argv.slice(2)
for (const { file, path, source, steps } of readTranscriptPages()) {
  if (words.length > 0 && !words.some((word) => file.includes(word))) continue
  const printed = await replay(steps)
  const lines = source.split('\n')
  // From the last, so that the places of the others stay.
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
