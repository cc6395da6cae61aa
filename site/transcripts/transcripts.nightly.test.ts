/** Runs every transcript of the pages with the real command and compares the output. */
import { postgres, withPostgres } from '@keywright/server/test/shared'
import { expect, it } from 'vitest'
import { createMask } from './maskValues.ts'
import { readTranscriptPages } from './pages.ts'
import { needsDatabases, replay } from './replay.ts'

const pages = readTranscriptPages()

/** Shared by all pages. Each gets its own databases. */
withPostgres()

it.each(pages.map((page) => [page.file, page] as const))('%s', { timeout: 300_000 }, async (_, { steps }) => {
  const printed = await replay(steps, needsDatabases(steps) ? postgres : undefined)
  const [maskShown, maskPrinted] = [createMask(), createMask()]
  for (const [at, { output, commands, line }] of steps.entries()) {
    if (output === undefined) continue
    const actual = printed[at]!.trimEnd().replace(/ +$/gm, '')
    expect(`${commands}\n${maskPrinted(actual)}`, `line ${line}`).toBe(`${commands}\n${maskShown(output)}`)
  }
})
