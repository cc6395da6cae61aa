/** Builds published packages into their `dist/`, unless they are up to date. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buildBundle } from './buildBundle.ts'
import { compile } from './compile.ts'
import { buildSources } from './publishedManifest.ts'
import { dependenciesOf, isPublished, type Workspace } from './workspaces.ts'

/** Builds packages after their workspace dependencies, and logs each build. */
export async function buildPackages(
  packages: readonly Workspace[],
  all: readonly Workspace[],
  base: string,
  log: (line: string) => void,
): Promise<void> {
  for (const workspace of packages) {
    const needed = dependenciesOf(workspace, all)
    await buildPackages(needed.filter(isPublished), all, base, log)
    if (builtAt(workspace) > newestSource([workspace, ...needed], base)) continue
    const startedAt = Date.now()
    rmSync(join(workspace.path, 'dist'), { recursive: true, force: true })
    if (workspace.manifest.keywright?.bundle) await buildBundle(workspace, all, base)
    else buildLibrary(workspace, all, base)
    // Use the start time, so that sources changed during the build are newer.
    writeFileSync(markOf(workspace), String(startedAt))
    log(`built ${workspace.manifest.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  }
}

/** Writes ES modules and declarations of all sources that the entry points reach, and copies additional folders. */
function buildLibrary(workspace: Workspace, all: readonly Workspace[], base: string): void {
  const { path, manifest } = workspace
  const sources = buildSources(manifest).map((source) => join(path, source))
  compile(workspace, sources, all, base, ['.js', '.d.ts'])
  for (const folder of manifest.keywright?.folders ?? []) {
    cpSync(join(path, folder), join(path, 'dist', folder), { recursive: true })
  }
}

function markOf({ path }: Workspace): string {
  const folder = join(path, '.cache')
  mkdirSync(folder, { recursive: true })
  return join(folder, 'built')
}

/** Start time of the build in `dist/`; 0 without a build. */
function builtAt(workspace: Workspace): number {
  const mark = markOf(workspace)
  return existsSync(mark) && existsSync(join(workspace.path, 'dist')) ? Number(readFileSync(mark, 'utf8')) : 0
}

/** Latest modification time of the inputs of a build, in milliseconds. */
function newestSource(workspaces: readonly Workspace[], base: string): number {
  const own = workspaces.flatMap(({ path, manifest }) => [
    ...(manifest.keywright?.folders ?? []).map((folder) => join(path, folder)),
    join(path, 'package.json'),
    join(path, 'src'),
    join(path, 'bin'),
    join(path, 'builder'),
  ])
  const shared = ['package-lock.json', 'tsconfig.json', 'tools/scripts/packages']
  const hasPages = workspaces.some(({ manifest }) => manifest.keywright?.bundle?.hasPages)
  const pages = hasPages ? ['site/content', 'site/src', 'site/builder', 'site/brand.ts', 'examples'] : []
  return Math.max(...[...own, ...[...shared, ...pages].map((name) => join(base, name))].map(newestWithin))
}

/** Includes folders, which change when a file is removed. */
function newestWithin(path: string): number {
  if (!existsSync(path)) return 0
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestWithin(join(path, name))))
}
