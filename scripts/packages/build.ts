/** Builds published packages into their `dist/`, unless they are newer than their sources. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundle } from './buildBundle.ts'
import { buildLibrary } from './buildLibrary.ts'
import { dependenciesOf, type Workspace } from './workspaces.ts'

/** Builds these packages, and before each the ones of ours that it needs. Says which had to be built. */
export async function buildPackages(
  packages: readonly Workspace[],
  all: readonly Workspace[],
  base: string,
  log: (line: string) => void,
): Promise<void> {
  for (const workspace of packages) {
    const needed = dependenciesOf(workspace, all)
    const isBundle = workspace.manifest.keywright?.bundle !== undefined
    if (!isBundle) await buildPackages(needed, all, base, log)
    if (builtAt(workspace) > newestSource([workspace, ...needed], base)) continue
    const startedAt = Date.now()
    if (isBundle) await buildBundle(workspace, base)
    else await buildLibrary(workspace, all, base)
    // The time of the start: a source that changed meanwhile is newer.
    writeFileSync(markOf(workspace), String(startedAt))
    log(`built ${workspace.manifest.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
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
