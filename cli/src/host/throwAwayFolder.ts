/** Creates a temporary folder that is removed at exit, unless the process is killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ThrowAwayFolder {
  readonly path: string
  remove(): Promise<void>
}

/** Readable by this user only. */
export function makeThrowAwayFolder(): ThrowAwayFolder {
  const path = mkdtempSync(join(tmpdir(), 'keywright-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    path,
    async remove() {
      process.off('exit', remove)
      remove()
    },
  }
}
