/**
 * Replaces a package's `package.json` with the manifest of the tarball while `npm pack` runs, because npm packs the file
 * unchanged. A record of both in `.cache/packing.json` lets the next command restore the source manifest after an
 * interrupted run.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const recordOf = (folder) => join(folder, '.cache', 'packing.json')
const manifestOf = (folder) => join(folder, 'package.json')

/**
 * Installs the tarball's manifest and the license.
 * @param {string} folder of the package
 * @param {string} published text of the tarball's `package.json`
 * @param {string} license path of the license text
 */
export function swapManifest(folder, published, license) {
  const source = readFileSync(manifestOf(folder), 'utf8')
  const hasLicense = existsSync(join(folder, 'LICENSE'))
  mkdirSync(join(folder, '.cache'), { recursive: true })
  const { atime, mtime } = statSync(manifestOf(folder))
  writeWhole(recordOf(folder), JSON.stringify({ source, published, hasLicense, atime, mtime }))
  if (!hasLicense) copyFileSync(license, join(folder, 'LICENSE'))
  writeWhole(manifestOf(folder), published)
}

/**
 * Restores the source manifest after an interrupted run.
 * @param {string} folder of the package
 * @returns {boolean} whether there was something to restore
 * @throws Error if the manifest was edited in between, and overwrites nothing
 */
export function restoreManifest(folder) {
  const record = recordOf(folder)
  if (!existsSync(record)) return false
  const { source, published, hasLicense, atime, mtime } = JSON.parse(readFileSync(record, 'utf8'))
  const found = readFileSync(manifestOf(folder), 'utf8')
  if (found !== published && found !== source) {
    throw new Error(
      `${manifestOf(folder)} was edited during packing. Restore it from version control, then remove ${record}.`,
    )
  }
  writeWhole(manifestOf(folder), source)
  // Builds compare modification times.
  utimesSync(manifestOf(folder), new Date(atime), new Date(mtime))
  if (!hasLicense) rmSync(join(folder, 'LICENSE'), { force: true })
  rmSync(record)
  return true
}

/** Replaces a file atomically. */
function writeWhole(path, text) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

/** Restores manifests after interrupted runs in all workspaces. @param {string} root of the repository */
export function restoreManifests(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const glob of workspaces) {
    const parent = join(root, glob.replace(/\/\*$/, ''))
    const folders = glob.endsWith('/*') ? readdirSync(parent).map((name) => join(parent, name)) : [parent]
    for (const folder of folders) {
      if (restoreManifest(folder))
        console.error(`restored ${manifestOf(folder)} after an interrupted npm pack`)
    }
  }
}
