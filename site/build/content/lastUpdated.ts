/** When each page was last changed, from version control. */
import { execFileSync } from 'node:child_process'

/**
 * Path below the repository root → ISO date of its last commit, read with one call for all files. Empty where
 * there is no repository or no git.
 */
export function readLastUpdated(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const dates = new Map<string, string>()
  for (const entry of gitLog(root, folders).split('\0').slice(1)) {
    const [date, ...files] = entry.split('\n').filter((line) => line !== '')
    // The log runs from new to old: the first mention of a file is its last change.
    for (const file of files) if (!dates.has(file)) dates.set(file, date!)
  }
  return dates
}

function gitLog(root: string, folders: readonly string[]): string {
  try {
    return execFileSync('git', ['log', '--format=%x00%cI', '--name-only', '--relative', '--', ...folders], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
