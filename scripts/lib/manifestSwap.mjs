/**
 * While `npm pack` reads a package, its `package.json` is the one of the tarball: npm takes that file as it stands.
 * A record of both lies in `.cache/packing.json` from before the change until after it, so that whatever
 * interrupts the run, the next command puts the sources' manifest back.
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
 * Puts the tarball's manifest and the license in place.
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
 * Puts the sources' manifest back, when a run left the other one.
 * @param {string} folder of the package
 * @returns {boolean} whether there was something to put back
 * @throws Error when the manifest was edited meanwhile: nothing is overwritten
 */
export function restoreManifest(folder) {
  const record = recordOf(folder)
  if (!existsSync(record)) return false
  const { source, published, hasLicense, atime, mtime } = JSON.parse(readFileSync(record, 'utf8'))
  const found = readFileSync(manifestOf(folder), 'utf8')
  if (found !== published && found !== source) {
    throw new Error(
      `${manifestOf(folder)} was edited while it stood for the tarball. Restore it from version control, then remove ${record}.`,
    )
  }
  writeWhole(manifestOf(folder), source)
  // Builds compare times.
  utimesSync(manifestOf(folder), new Date(atime), new Date(mtime))
  if (!hasLicense) rmSync(join(folder, 'LICENSE'), { force: true })
  rmSync(record)
  return true
}

/** A reader finds the text of before or of after, never a part. */
function writeWhole(path, text) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

/** Puts back what interrupted runs left, in every workspace. @param {string} root of the repository */
export function restoreManifests(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const glob of workspaces) {
    const parent = join(root, glob.replace(/\/\*$/, ''))
    const folders = glob.endsWith('/*') ? readdirSync(parent).map((name) => join(parent, name)) : [parent]
    for (const folder of folders) {
      if (restoreManifest(folder))
        console.error(`put back ${manifestOf(folder)}, left by an interrupted npm pack`)
    }
  }
}
