/** Every transcript on a page is typed as it stands, with the real command, and prints what the page shows. */
import { startPostgres, type TestPostgres } from '@keywright/server/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMask } from './maskValues.ts'
import { readTranscriptPages } from './pages.ts'
import { needsDatabases, replay } from './replay.ts'

const pages = readTranscriptPages()

/** One for all pages; each gets databases of its own. */
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 120_000)
afterAll(() => postgres.stop())

it.each(pages.map((page) => [page.file, page] as const))('%s', { timeout: 300_000 }, async (_, { steps }) => {
  const printed = await replay(steps, needsDatabases(steps) ? postgres : undefined)
  const [maskShown, maskPrinted] = [createMask(), createMask()]
  for (const [at, { output, commands, line }] of steps.entries()) {
    if (output === undefined) continue
    const actual = printed[at]!.trimEnd().replace(/ +$/gm, '')
    expect(`${commands}\n${maskPrinted(actual)}`, `line ${line}`).toBe(`${commands}\n${maskShown(output)}`)
  }
})
