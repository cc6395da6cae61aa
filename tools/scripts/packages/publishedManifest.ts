/** Generates the `package.json` of a tarball from the one in the repository. */
import { isPublished, type Manifest, type Target, type Versions, type Workspace } from './workspaces.ts'

/**
 * @param workspace the package, whose entry points are TypeScript sources
 * @param all all workspaces, for the versions of external dependencies
 * @param base the root manifest, with the shared fields
 * @throws Error if a required field is missing
 */
export function publishedManifest(
  { folder, manifest }: Workspace,
  all: readonly Workspace[],
  base: Manifest,
): object {
  const { description, keywords, bin, keywright = {} } = manifest
  if (!description) throw new Error(`${folder}/package.json has no description`)
  const entries = publicEntries(manifest)
  const main = entries['.'] === undefined ? undefined : sourceOf(entries['.'])
  return withoutUndefined({
    name: manifest.name,
    version: manifest.version,
    description,
    keywords,
    license: manifest.license,
    type: 'module',
    engines: manifest.engines ?? base.engines,
    // Only present once the root names a repository.
    repository: base.repository && { ...(base.repository as object), directory: folder },
    homepage: base.homepage,
    bugs: base.bugs,
    bin: bin && mapValues(bin, (path) => `./dist/${path}`),
    // For tools without support for `exports`.
    main: main && toBuilt(main, '.js'),
    types: main && toBuilt(main, '.d.ts'),
    exports: {
      ...mapValues(entries, (target) =>
        mapFiles(target, (source) => ({ types: toBuilt(source, '.d.ts'), default: toBuilt(source, '.js') })),
      ),
      './package.json': './package.json',
    },
    // Bundled.
    imports:
      manifest.imports &&
      !keywright.bundle &&
      mapValues(manifest.imports, (target) => mapFiles(target, (source) => toBuilt(source, '.js'))),
    files: ['dist'],
    sideEffects: manifest.sideEffects ?? false,
    dependencies: keywright.bundle
      ? Object.fromEntries(keywright.bundle.external.map((name) => [name, versionOf(name, all)]))
      : withoutInternal(manifest.dependencies, all),
    peerDependencies: manifest.peerDependencies,
    peerDependenciesMeta: manifest.peerDependenciesMeta,
    optionalDependencies: manifest.optionalDependencies,
    publishConfig: manifest.publishConfig,
  })
}

/** Public entry points: name → TypeScript sources. */
export function publicEntries({ exports = {}, keywright }: Manifest): Readonly<Record<string, Target>> {
  const internal = new Set(keywright?.internal)
  for (const name of internal) {
    if (!(name in exports)) throw new Error(`internal ${name} is not an entry point`)
  }
  return Object.fromEntries(Object.entries(exports).filter(([name]) => !internal.has(name)))
}

/** Sources from which a build starts: public entry points, commands, and `#name` imports. */
export function buildSources(manifest: Manifest): readonly string[] {
  const files = Object.values(manifest.bin ?? {}).map((file) => `./src/${file.replace(/\.js$/, '.ts')}`)
  for (const target of [
    ...Object.values(publicEntries(manifest)),
    ...Object.values(manifest.imports ?? {}),
  ]) {
    mapFiles(target, (file) => void files.push(file))
  }
  return [...new Set(files)]
}

/** The source for tools without support for conditions. */
export function sourceOf(target: Target): string {
  if (typeof target === 'string') return target
  const source = target['default']
  if (source === undefined)
    throw new Error(`no default among the conditions ${Object.keys(target).join(', ')}`)
  return sourceOf(source)
}

/** `./src/a/b.ts` → `./dist/a/b.js` */
export function toBuilt(source: string, extension: '.js' | '.d.ts'): string {
  const match = /^\.\/src\/(.+)\.tsx?$/.exec(source)
  if (!match) throw new Error(`entry point ${source} is not a TypeScript source under ./src`)
  return `./dist/${match[1]}${extension}`
}

/** Unpublished workspaces are inside the package. */
const withoutInternal = (dependencies: Versions | undefined, all: readonly Workspace[]) =>
  dependencies &&
  Object.fromEntries(
    Object.entries(dependencies).filter(
      ([name]) => !all.some((other) => other.manifest.name === name && !isPublished(other)),
    ),
  )

function versionOf(name: string, all: readonly Workspace[]): string {
  for (const { manifest } of all) {
    const version = manifest.dependencies?.[name]
    if (version !== undefined) return version
  }
  throw new Error(`no workspace depends on ${name}`)
}

function mapFiles<T>(target: Target, change: (file: string) => T): unknown {
  return typeof target === 'string' ? change(target) : mapValues(target, (inner) => mapFiles(inner, change))
}

const mapValues = <V, T>(values: Readonly<Record<string, V>>, change: (value: V) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))

const withoutUndefined = (fields: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
