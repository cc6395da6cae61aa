/** When each page was last changed, from version control. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Path below the repository root → ISO date of its last commit, read with one call for all files. Empty where
 * there is no repository or no git; without the files of which a shallow clone does not say when they changed.
 */
export function readLastUpdated(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const dates = new Map<string, string>()
  const ends = shallowEnds(root)
  const log = git(root, ['log', '--format=%x00%H %cI', '--name-only', '--relative', '--', ...folders])
  for (const entry of log.split('\0').slice(1)) {
    const [head, ...files] = entry.split('\n').filter((line) => line !== '')
    const [commit, date] = head!.split(' ')
    if (ends.has(commit!)) continue
    // The log runs from new to old: the first mention of a file is its last change.
    for (const file of files) if (!dates.has(file)) dates.set(file, date!)
  }
  return dates
}

/** Commits at which the history of a shallow clone ends: they seem to have made every file. */
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
