/** Writes the runner: the isolated frame, its first script, and the modules that examples can import. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { FORMAT, type RunnerManifest } from '../src/runner/modules.ts'
import { bundleScript, frameDocument } from './frameDocument.ts'
import { strictBundle } from './strictBundle.ts'

export interface RunnerBuildOptions {
  /** Served as `/runner/`. */
  readonly outDir: string
  /** Module names as in imports of examples, resolved from `resolveFrom`. */
  readonly modules: readonly string[]
  /** Folder to resolve packages from. */
  readonly resolveFrom: string
}

export interface RunnerBuilt {
  /** Headers for `frame.html`, instead of those for pages. */
  readonly frameHeaders: Readonly<Record<string, string>>
}

/** What one module in five needs is one file: a third fewer requests of a run, for 5 % more bytes. */
const COMMON = 5

const inside = (name: string) => fileURLToPath(new URL(`../src/runner/inside/${name}`, import.meta.url))

export async function buildRunner({
  outDir,
  modules,
  resolveFrom,
}: RunnerBuildOptions): Promise<RunnerBuilt> {
  mkdirSync(outDir, { recursive: true })
  const write = (name: string, text: string) => {
    const [stem, ending] = [name.replace(/\.js$/, ''), '.js']
    const file = `${stem}-${hashOf(text).slice(0, 10)}${ending}`
    writeFileSync(join(outDir, file), text)
    return file
  }
  const frame = frameDocument({
    title: 'Where examples run',
    script: await bundleScript(inside('frame.ts'), {
      PRELUDE: JSON.stringify(await bundleScript(inside('prelude.ts'))),
    }),
    // Only for scripts that the frame creates. The worker of an opaque origin inherits the policy and can't load others.
    allowed: { 'script-src': 'blob:', 'worker-src': 'blob:' },
  })
  writeFileSync(join(outDir, 'frame.html'), frame.html)
  const manifest: RunnerManifest = {
    modules: await bundleModules(modules, resolveFrom, write),
    format: write('format.js', defining(FORMAT, await bundleScript(inside('format.ts'), {}, 'cjs'))),
  }
  writeFileSync(join(outDir, 'manifest.json'), JSON.stringify(manifest))
  return { frameHeaders: frame.headers }
}

/** Each module and shared chunk registers itself. The manifest lists the scripts per module. */
async function bundleModules(
  names: readonly string[],
  resolveFrom: string,
  write: (name: string, text: string) => string,
): Promise<RunnerManifest['modules']> {
  if (names.length === 0) return {}
  const strict = strictBundle()
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, name])),
    cwd: resolveFrom,
    platform: 'browser',
    ...strict.options,
    // A library imports it, but only in Node.
    resolve: { alias: { 'node:worker_threads': false } },
    plugins: [namedExportsOfCommonJs(resolveFrom)],
    transform: { define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' } },
  })
  const { output } = await bundle.generate({
    format: 'cjs',
    exports: 'named',
    minify: true,
    entryFileNames: '[name]',
    chunkFileNames: 'chunk-[hash]',
    codeSplitting: {
      groups: [{ name: 'common', minShareCount: Math.max(2, Math.floor(names.length / COMMON)) }],
    },
  })
  await bundle.close()
  strict.assertNone()
  const chunks = new Map(
    output
      .filter((one): one is OutputChunk => one.type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk] as const),
  )
  const files = new Map(
    [...chunks].map(([name, { code }]) => {
      return [name, write(`${name.replace(/[^a-z0-9]+/gi, '-')}.js`, defining(name, code))] as const
    }),
  )
  const needs = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = chunks.get(name)
    if (!chunk || seen.has(name)) return seen
    seen.add(name)
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) needs(other, seen)
    return seen
  }
  return Object.fromEntries(names.map((name) => [name, [...needs(name)].map((one) => files.get(one)!)]))
}

/** In parentheses, which tell engines that the function is called soon, so that they don't parse it twice. */
const defining = (name: string, code: string) =>
  `__define(${JSON.stringify(name)}, (function (require, module, exports) {\n${code}\n}))`

const NAMED = '\0named:'

/** Adds named exports to CommonJS packages, which are otherwise bundled with a single default export. */
function namedExportsOfCommonJs(resolveFrom: string): Plugin {
  const require = createRequire(join(resolveFrom, 'package.json'))
  return {
    name: 'named-exports-of-commonjs',
    async resolveId(name, importer, { isEntry }) {
      if (!isEntry) return null
      const file = await this.resolve(name, importer, { skipSelf: true })
      const isModule = !file || /^\s*(?:export|import)\b/m.test(readFileSync(file.id, 'utf8'))
      return isModule ? null : `${NAMED}${name}`
    },
    load(id) {
      if (!id.startsWith(NAMED)) return null
      const name = id.slice(NAMED.length)
      const members = Object.keys(require(name) as object).filter((member) => member !== 'default')
      return `import whole from '${name}'\nexport default whole\nexport const { ${members.join(', ')} } = whole`
    },
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
