/** What a page downloads for an entry of the SDK: bundled, minified and compressed as a user would. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Budget {
  readonly name: string
  /** A module that uses the entry. */
  readonly source: string
  /** Bytes after gzip that a page may load at first. */
  readonly budget: number
  /** The same with the public SDK of the protocol, installed by `npm run nightly`. */
  readonly public?: string
  /** Host libraries, which users install anyway and which are not counted. */
  readonly external?: readonly string[]
}

export interface Size {
  /** Bytes after gzip of what is loaded at first. */
  readonly first: number
  /** Bytes after gzip of what is loaded only when it is used. */
  readonly later: number
}

export const budgets: readonly Budget[] = JSON.parse(
  readFileSync(join(root, 'tools/scripts/sizes/budgets.json'), 'utf8'),
).budgets

/**
 * @param folder relative to the root: whose installed packages the module sees
 * @param hosts packages that are not counted
 */
export async function measure(source: string, folder: string, hosts: readonly string[] = []): Promise<Size> {
  const outdir = mkdtempSync(join(tmpdir(), 'keywright-size-'))
  try {
    const { metafile, outputFiles } = await build({
      stdin: { contents: source, resolveDir: join(root, folder), loader: 'js' },
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      metafile: true,
      write: false,
      outdir,
      absWorkingDir: root,
      logLevel: 'silent',
      // Node modules, which do not exist in a page and are not counted.
      external: [
        ...hosts,
        'crypto',
        'node:*',
        'buffer',
        'stream',
        'fs',
        'path',
        'os',
        'util',
        'http',
        'https',
        'url',
        'zlib',
        'net',
        'tls',
      ],
    })
    const sizes = new Map(
      outputFiles.map(({ path, contents }) => [path, gzipSync(contents, { level: 9 }).length]),
    )
    const outputs = new Map(
      Object.entries(metafile.outputs).map(([path, output]) => [join(root, path), output]),
    )
    const first = new Set<string>()
    const visit = (path: string) => {
      if (first.has(path)) return
      first.add(path)
      for (const { path: next, kind } of outputs.get(path)?.imports ?? []) {
        if (kind === 'import-statement' && outputs.has(join(root, next))) visit(join(root, next))
      }
    }
    const entry = [...outputs].find(([, { entryPoint }]) => entryPoint === '<stdin>')
    if (!entry) throw new Error('nothing was bundled')
    visit(entry[0])
    const sum = (paths: Iterable<string>) =>
      [...paths].reduce((total, path) => total + (sizes.get(path) ?? 0), 0)
    return { first: sum(first), later: sum([...sizes.keys()].filter((path) => !first.has(path))) }
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}
