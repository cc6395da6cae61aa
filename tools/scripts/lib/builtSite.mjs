/** Whether `site/dist` is what the sources would build now, so that `npm start` can serve it as it is. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root } from './install.mjs'
import { run } from './steps.mjs'

const NOT_SOURCES = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results', 'playwright-report'])

/** Path, size and time of every source file, as one hash: reads no contents, so it takes milliseconds. */
export function fingerprintOf(root) {
  const hash = createHash('sha256')
  const add = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (NOT_SOURCES.has(entry.name) || /^dist\./.test(entry.name)) continue
      if (entry.isDirectory()) add(path)
      else if (entry.isFile()) {
        const { size, mtimeMs } = statSync(join(root, path))
        hash.update(`${path} ${size} ${mtimeMs}\n`)
      }
    }
  }
  add('')
  return hash.digest('hex')
}

const noteOf = (root) => join(root, '.cache', 'built-site')

export function isBuilt(root, fingerprint) {
  const note = noteOf(root)
  return (
    existsSync(join(root, 'site', 'dist', 'index.html')) &&
    existsSync(note) &&
    readFileSync(note, 'utf8') === fingerprint
  )
}

/** @param fingerprint taken before the build: a change during it builds again next time */
export function noteBuilt(root, fingerprint) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(noteOf(root), fingerprint)
}

/**
 * Builds the site unless `site/dist` is up to date.
 * @param args of the build; with arguments it always runs
 * @returns the exit code
 */
export async function buildSite(args = []) {
  const fingerprint = fingerprintOf(root)
  if (args.length === 0 && isBuilt(root, fingerprint)) {
    console.log('The site is up to date')
    return 0
  }
  const code = await run(process.execPath, [bin('tsx'), 'site/builder/build.ts', ...args], { cwd: root })
  if (code === 0 && args.length === 0) noteBuilt(root, fingerprint)
  return code
}
