/** The workspaces of this repository, as their manifests say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Versions = Readonly<Record<string, string>>

/** What a name in `exports` or `imports` stands for: a file, or a file for each condition. */
export type Target = string | { readonly [condition: string]: Target }

/** A `package.json`, with the one field that is ours: `keywright`, which says how the package is built. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly type?: 'module'
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly license?: string
  readonly sideEffects?: boolean | readonly string[]
  readonly engines?: Versions
  readonly repository?: unknown
  readonly homepage?: string
  readonly bugs?: unknown
  readonly scripts?: Versions
  readonly exports?: Readonly<Record<string, Target>>
  readonly imports?: Readonly<Record<string, Target>>
  readonly bin?: Versions
  readonly dependencies?: Versions
  readonly peerDependencies?: Versions
  readonly peerDependenciesMeta?: unknown
  readonly optionalDependencies?: Versions
  readonly devDependencies?: Versions
  /** Only packages that are published have it; the sources themselves stay `private`. */
  readonly publishConfig?: { readonly access: 'public' }
  readonly keywright?: BuildSettings
}

export interface BuildSettings {
  /** Entry points for the tests of this repository, which stay out of the tarball. */
  readonly internal?: readonly string[]
  /** Folders that stand in `dist/` as they are: what a command writes for its users. */
  readonly folders?: readonly string[]
  /**
   * A command with everything inside that is not `external`, instead of a file for each source. Public entry points are
   * bundled apart from it, and leave peer dependencies outside too: callers share those classes.
   */
  readonly bundle?: {
    readonly entry: string
    readonly external: readonly string[]
    /** Whether to include the documentation as Markdown. */
    readonly hasPages?: boolean
  }
}

export interface Workspace {
  /** Relative to the root, such as `sdk/client`. */
  readonly folder: string
  readonly path: string
  readonly manifest: Manifest
}

export const root = fileURLToPath(new URL('../../..', import.meta.url))

export const readManifest = (path: string): Manifest =>
  JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))

/** Every workspace, in the order of the root's list. */
export function listWorkspaces(base = root): readonly Workspace[] {
  const { workspaces } = JSON.parse(readFileSync(join(base, 'package.json'), 'utf8')) as {
    workspaces: readonly string[]
  }
  return workspaces
    .flatMap((glob) => {
      if (!glob.endsWith('/*')) return [glob]
      const parent = glob.slice(0, -2)
      const folders = readdirSync(join(base, parent)).map((name) => `${parent}/${name}`)
      // Build output of a package that was removed or renamed may remain.
      return folders.filter((folder) => existsSync(join(base, folder, 'package.json')))
    })
    .map((folder) => ({ folder, path: join(base, folder), manifest: readManifest(join(base, folder)) }))
}

export const isPublished = ({ manifest }: Workspace): boolean => manifest.publishConfig?.access === 'public'

/** Workspaces that this one needs when it runs, each after what it needs itself. */
export function dependenciesOf(workspace: Workspace, all: readonly Workspace[]): readonly Workspace[] {
  const found = new Set<Workspace>()
  const add = ({ manifest }: Workspace) => {
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      const needed = all.find((other) => other.manifest.name === name)
      if (needed === undefined || found.has(needed)) continue
      add(needed)
      found.add(needed)
    }
  }
  add(workspace)
  return [...found]
}
