/** When the tests were green last, on exactly what a site is built of. `scripts/lib/greenRun.mjs` notes it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GreenRun {
  readonly version: string
  /** ISO 8601. */
  readonly at: string
}

/** Undefined where nothing tells: no tests ran, or a file was changed since. */
export function readGreenRun(root: string): GreenRun | undefined {
  const note = readNote(root)
  if (note === undefined || git(root, 'rev-parse', 'HEAD') !== note.commit) return undefined
  if (git(root, 'status', '--porcelain') !== '') return undefined
  return { version: note.version, at: note.at }
}

function readNote(root: string): (GreenRun & { readonly commit: string }) | undefined {
  try {
    const note = Object(JSON.parse(readFileSync(join(root, '.cache', 'green-run.json'), 'utf8')))
    const isNote = [note.version, note.commit, note.at].every((member) => typeof member === 'string')
    return isNote && !Number.isNaN(Date.parse(note.at)) ? note : undefined
  } catch {
    return undefined
  }
}

function git(root: string, ...words: string[]): string | undefined {
  try {
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
