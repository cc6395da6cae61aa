/** Tests with a document come last, because files share a process only with neighbors of the same environment. */
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class DocumentsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const hasDocument = ({ moduleId }: TestSpecification) =>
      readFileSync(moduleId, 'utf8').includes('@vitest-environment')
    return [...sorted.filter((file) => !hasDocument(file)), ...sorted.filter(hasDocument)]
  }
}
