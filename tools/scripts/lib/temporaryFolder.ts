/** Folders for tests, which are removed afterwards. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const make = (name: string) => mkdtempSync(join(realpathSync(tmpdir()), `keywright-${name}-`))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** A new folder for all tests of a file or a `describe`. Call it where they are declared. */
export function temporaryFolder(name: string): string {
  const folder = make(name)
  afterAll(() => remove(folder))
  return folder
}

/** A new folder for the current test. Call it in the test or in `beforeEach`. */
export function folderOfTest(name: string): string {
  const folder = make(name)
  onTestFinished(() => remove(folder))
  return folder
}
