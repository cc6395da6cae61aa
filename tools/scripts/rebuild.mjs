/**
 * `node tools/scripts/rebuild.mjs`: packs every published package in two folders with different paths, each installed by the
 * lockfile without install scripts as the publishing job does, and compares the tarballs byte by byte. Packs the committed
 * files.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './lib/install.mjs'

const base = mkdtempSync(join(tmpdir(), 'keywright-rebuild-'))
process.once('exit', () => rmSync(base, { recursive: true, force: true }))

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const [first, second] = ['a', join('another folder', 'deeper')].map((name) => packIn(join(base, name)))
const names = [...new Set([...first.keys(), ...second.keys()])].sort()
const different = names.filter((name) => first.get(name) !== second.get(name))
for (const name of names) console.log(`${first.get(name)}  ${name}`)
if (names.length === 0) throw new Error('nothing was packed')
if (different.length > 0) {
  console.error(`Different bytes from the same sources: ${different.join(', ')}`)
  process.exit(1)
}
console.log(`${names.length} tarballs are the same from both folders`)

/** Name of each tarball → its SHA-256. */
function packIn(folder) {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x'], { cwd: folder, input: archive })
  const run = (program, ...words) =>
    execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
  run(process.execPath, 'tools/scripts/release.mjs')
  const tarballs = join(folder, 'dist', 'tarballs')
  const hashOf = (file) =>
    createHash('sha256')
      .update(readFileSync(join(tarballs, file)))
      .digest('hex')
  return new Map(readdirSync(tarballs).map((file) => [file, hashOf(file)]))
}
