/** Reads the last change of each page from Git. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Returns the ISO date of the last commit by path, read with one Git call. Empty without Git or a repository. Omits
 * files whose last change is unknown in a shallow clone.
 */
export function readLastUpdated(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const dates = new Map<string, string>()
  const ends = shallowEnds(root)
  const log = git(root, ['log', '--format=%x00%H %cI', '--name-only', '--relative', '--', ...folders])
  for (const entry of log.split('\0').slice(1)) {
    const [head, ...files] = entry.split('\n').filter((line) => line !== '')
    const [commit, date] = head!.split(' ')
    if (ends.has(commit!)) continue
    // The log is newest first, so the first mention of a file is its last change.
    for (const file of files) if (!dates.has(file)) dates.set(file, date!)
  }
  return dates
}

/** The oldest commits of a shallow clone, which seem to add every file. */
function shallowEnds(root: string): ReadonlySet<string> {
  const path = git(root, ['rev-parse', '--git-path', 'shallow']).trim()
  const isShallow = path !== '' && existsSync(resolve(root, path))
  return new Set(isShallow ? readFileSync(resolve(root, path), 'utf8').split('\n') : [])
}

function git(root: string, args: readonly string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
