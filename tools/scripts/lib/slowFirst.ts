/**
 * Runs `*.slow.test.ts` files first. Without recorded durations, Vitest sorts files by size, so the longest file could
 * start last while the other worker is idle. Tests with a document come last, because files share a process only with
 * neighbors of the same environment.
 */
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => /\.slow\.test\.tsx?$/.test(moduleId)
    const hasDocument = ({ moduleId }: TestSpecification) =>
      readFileSync(moduleId, 'utf8').includes('@vitest-environment')
    const rank = (file: TestSpecification) => (isSlow(file) ? 0 : hasDocument(file) ? 2 : 1)
    return [0, 1, 2].flatMap((wanted) => sorted.filter((file) => rank(file) === wanted))
  }
}
