/** Does the readers' jobs: commands and files of the pages, in an empty folder, with the packages that `npm run release` packs. */
import { existsSync } from 'node:fs'
import { postgres, withPostgres } from '@keywright/server/test/shared'
import { beforeAll, expect, it } from 'vitest'
import { createMask } from '../transcripts/maskValues.ts'
import { needsDatabases, replay } from '../transcripts/replay.ts'
import { matches, readJobs, TARBALLS } from './readJob.ts'

const jobs = readJobs()

withPostgres()
beforeAll(async () => {
  if (!existsSync(TARBALLS)) throw new Error(`${TARBALLS} is missing. Run npm run release.`)
}, 120_000)

it.each(jobs.map((job) => [job.file, job] as const))('%s', { timeout: 600_000 }, async (_, { steps }) => {
  const printed = await replay(steps, needsDatabases(steps) ? postgres : undefined, 'installed')
  const mask = createMask()
  for (const [at, { commands, output, line }] of steps.entries()) {
    const actual = mask(printed[at]!.trimEnd())
    if (!matches(actual, output!))
      expect(`${commands}\n${actual}`, `line ${line}`).toBe(`${commands}\n${output}`)
  }
})
