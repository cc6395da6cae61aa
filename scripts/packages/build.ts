/** Builds published packages into their `dist/`, unless they are newer than their sources. */
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

/** Builds these packages, and before each the ones of ours that it needs. Says which had to be built. */
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
    // The time of the start: a source that changed meanwhile is newer.
    writeFileSync(markOf(workspace), String(startedAt))
    log(`built ${workspace.manifest.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  }
}

/** ES modules and declarations, one for each source that the entry points reach, and the folders that go along. */
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

/** When the build that stands in `dist/` began; 0 when there is none. */
function builtAt(workspace: Workspace): number {
  const mark = markOf(workspace)
  return existsSync(mark) && existsSync(join(workspace.path, 'dist')) ? Number(readFileSync(mark, 'utf8')) : 0
}

/** The latest change of what a build is made from, in milliseconds. */
function newestSource(workspaces: readonly Workspace[], base: string): number {
  const own = workspaces.flatMap(({ path, manifest }) => [
    ...(manifest.keywright?.folders ?? []).map((folder) => join(path, folder)),
    join(path, 'package.json'),
    join(path, 'src'),
    join(path, 'bin'),
    join(path, 'build'),
  ])
  const shared = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'scripts/packages']
  const hasPages = workspaces.some(({ manifest }) => manifest.keywright?.bundle?.hasPages)
  const pages = hasPages ? ['site/content', 'site/src', 'site/build', 'site/brand.ts', 'examples'] : []
  return Math.max(...[...own, ...[...shared, ...pages].map((name) => join(base, name))].map(newestWithin))
}

/** A folder counts too: it changes when a file goes. */
function newestWithin(path: string): number {
  if (!existsSync(path)) return 0
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestWithin(join(path, name))))
}
