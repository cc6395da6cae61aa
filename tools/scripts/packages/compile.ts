/** Compiles a published package, including the modules that it uses from unpublished workspaces. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { publicEntries, sourceOf, toBuilt } from './publishedManifest.ts'
import { dependenciesOf, isPublished, type Workspace } from './workspaces.ts'

/** Folder in `dist/` for the files of unpublished workspaces. */
const INSIDE = 'internal'

/**
 * Compiles the sources and their imports into `dist/`. Imported published packages must be built first.
 * @throws Error with the output of the compiler
 */
export function compile(
  workspace: Workspace,
  sources: readonly string[],
  all: readonly Workspace[],
  base: string,
  endings: readonly ('.js' | '.d.ts')[],
): void {
  const { path, manifest } = workspace
  const out = join(path, '.cache', 'compiled')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const needed = dependenciesOf(workspace, all)
  const settings = {
    extends: join(base, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: !endings.includes('.js'),
      rewriteRelativeImportExtensions: true,
      rootDir: base,
      outDir: out,
      // Declarations of published packages, but sources of unpublished ones, which are compiled too.
      paths: Object.fromEntries(
        needed.flatMap((other) =>
          Object.entries(publicEntries(other.manifest)).map(([name, target]) => {
            const source = sourceOf(target)
            const file = isPublished(other) ? toBuilt(source, '.d.ts') : source
            return [`${other.manifest.name}${name.slice(1)}`, [join(other.path, file)]]
          }),
        ),
      ),
    },
    files: sources,
    include: [],
  }
  const config = join(path, '.cache', 'tsconfig.build.json')
  writeFileSync(config, JSON.stringify(settings, undefined, 2))
  const tsc = join(base, 'node_modules', '.bin', 'tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${manifest.name} does not compile:\n${stdout}${stderr}`)
  const inside = needed.filter((other) => !isPublished(other))
  for (const ending of endings) collect(workspace, inside, sources, { base, out, ending })
  rmSync(out, { recursive: true })
}

/** Before TypeScript 5.7, `Uint8Array` takes no type argument. `Uint8Array.of` returns the right type in every version. */
const readOf = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.d.ts')
    ? text.replaceAll('Uint8Array<ArrayBuffer>', 'ReturnType<typeof Uint8Array.of>')
    : text
}

/** Copies what the sources reach, file by file, with imports of unpublished workspaces as relative paths. */
function collect(
  { path, manifest }: Workspace,
  inside: readonly Workspace[],
  sources: readonly string[],
  { base, out, ending }: { base: string; out: string; ending: '.js' | '.d.ts' },
): void {
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies }
  const compiledOf = (source: string) => join(out, relative(base, source).replace(/\.tsx?$/, ending))
  const placeOf = (compiled: string) => {
    const file = relative(join(out, relative(base, path), 'src'), compiled)
    return join(path, 'dist', file.startsWith('..') ? join(INSIDE, relative(out, compiled)) : file)
  }
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file)) return
    found.add(file)
    const text = readOf(file).replace(
      /(\b(?:from|import)\s*\(?\s*['"])([^'"\s]+)(['"])/g,
      (_, before: string, specifier: string, after: string) => {
        const target = targetOf(specifier, file)
        if (target === undefined) return `${before}${specifier}${after}`
        // Users' TypeScript resolves JSON only with a setting, and in modules only with an attribute, which tsc leaves out.
        if (ending === '.d.ts' && target.endsWith('.json'))
          throw new Error(
            `the declarations in ${relative(out, file)} import ${specifier}: name the type instead`,
          )
        visit(target)
        const to = relative(dirname(placeOf(file)), placeOf(target))
          .split(sep)
          .join('/')
        return `${before}${to.startsWith('.') ? to : `./${to}`}${after}`.replace('.d.ts', '.js')
      },
    )
    mkdirSync(dirname(placeOf(file)), { recursive: true })
    writeFileSync(placeOf(file), text)
  }
  /** The compiled file of a module that stays inside the package. @throws Error for an undeclared package */
  function targetOf(specifier: string, file: string): string | undefined {
    if (specifier.startsWith('.')) return join(dirname(file), specifier).replace(/\.[tj]sx?$/, ending)
    const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]
    const other = inside.find((one) => one.manifest.name === name)
    if (other)
      return compiledOf(
        join(other.path, sourceOf(other.manifest.exports![`.${specifier.slice(name.length)}`]!)),
      )
    if (/^(node:|#)/.test(specifier) || name in declared || name === manifest.name) return undefined
    throw new Error(`${relative(out, file)} imports ${name}, which ${manifest.name} does not declare`)
  }
  for (const source of sources) visit(compiledOf(source))
}
