/**
 * Runs `*.slow.test.ts` files first. Without recorded durations, Vitest sorts files by size, so the longest file could
 * start last while the other worker is idle.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => /\.slow\.test\.tsx?$/.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
