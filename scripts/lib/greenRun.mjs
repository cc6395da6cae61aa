/** Notes that all unit tests, which run the code of all pages, were green; the site says it at the foot of its pages. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Only of a commit: what is changed and not committed can be changed again. */
export function noteGreenRun(root, now = new Date()) {
  const file = join(root, '.cache', 'green-run.json')
  rmSync(file, { force: true })
  const commit = cleanCommit(root)
  if (commit === undefined) return
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ version, commit, at: now.toISOString() })}\n`)
}

function cleanCommit(root) {
  const git = (...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}
