/**
 * The order of the test files: those named `*.slow.test.ts` first. A clone that never ran them knows no durations, and
 * Vitest would go by the size of the files: the last to begin could be the longest, with one worker idle beside it.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => /\.slow\.test\.tsx?$/.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
