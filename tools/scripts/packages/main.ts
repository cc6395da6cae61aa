/**
 * Packages for others. `build` builds them all. `stage FOLDER` writes the files of their tarballs into folders in there,
 * because npm packs a manifest unchanged, and prints the packages, each after what it needs.
 */
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildPackages } from './build.ts'
import { publishedManifest } from './publishedManifest.ts'
import {
  dependenciesOf,
  isPublished,
  listWorkspaces,
  readManifest,
  root,
  type Workspace,
} from './workspaces.ts'

const [task, folder] = process.argv.slice(2)
const all = listWorkspaces()
const published = all.filter(isPublished)

if (task !== 'build' && !(task === 'stage' && folder)) throw new Error('expected: build, or stage FOLDER')
await buildPackages(published, all, root, console.error)
if (task === 'stage') {
  rmSync(folder!, { recursive: true, force: true })
  const ordered = new Set(published.flatMap((workspace) => [...dependenciesOf(workspace, all), workspace]))
  console.log(JSON.stringify([...ordered].filter(isPublished).map(stage)))
}

function stage(workspace: Workspace) {
  const { path, manifest } = workspace
  const staged = join(folder!, basename(path))
  mkdirSync(staged, { recursive: true })
  cpSync(join(path, 'dist'), join(staged, 'dist'), { recursive: true })
  for (const file of [join(path, 'README.md'), join(root, 'LICENSE')]) {
    copyFileSync(file, join(staged, basename(file)))
  }
  const text = JSON.stringify(publishedManifest(workspace, all, readManifest(root)), undefined, 2)
  writeFileSync(join(staged, 'package.json'), `${text}\n`)
  return { name: manifest.name, version: manifest.version, folder: staged }
}
