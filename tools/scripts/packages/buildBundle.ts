/** Bundles the published command into a few files, so that it starts fast and has few dependencies. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { buildPage } from '@keywright/inspector/build'
import { build } from 'esbuild'
import { compile } from './compile.ts'
import { licensesOf } from './licenses.ts'
import { publicEntries, sourceOf } from './publishedManifest.ts'
import type { Workspace } from './workspaces.ts'

/** Writes `dist/` with modules, `bin` scripts and the licenses of bundled packages. */
export async function buildBundle(
  workspace: Workspace,
  all: readonly Workspace[],
  base: string,
): Promise<void> {
  const { path, manifest } = workspace
  const { entry, external, hasPages } = manifest.keywright!.bundle!
  const out = join(path, 'dist')
  const command = await bundle([join(path, entry)], external)
  // Bundle peers, so that the command can be installed alone.
  const peers = Object.keys(manifest.peerDependencies ?? {})
  const entries = Object.values(publicEntries(manifest)).map((target) => join(path, sourceOf(target)))
  const library = await bundle(entries, [...external, ...peers])
  compile(workspace, entries, all, base, ['.d.ts'])

  const page = await buildPage()
  // Where `hosts/server/src/dev/consolePage.ts` looks for it.
  writeFileSync(join(out, 'console.json'), JSON.stringify(page))
  // Where `cli/src/mcp/whereThePagesAre.ts` looks for them. The site is loaded for this alone.
  if (hasPages) {
    const { allPages } = await import('../../../site/builder/machines/allPages.ts')
    // The default, 11, takes three times as long and saves 2 %.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
    writeFileSync(join(out, 'pages.md.br'), brotliCompressSync(await allPages(), { params }))
  }
  const inputs = [...command, ...library, ...page.inputs.map((file) => join('site/inspector', file))]
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licensesOf(inputs, base))
  for (const starter of Object.values(manifest.bin ?? {})) {
    mkdirSync(dirname(join(out, starter)), { recursive: true })
    copyFileSync(join(path, starter), join(out, starter))
  }
  // Replaces the script that rebuilds changed sources.
  copyFileSync(join(path, 'bin', 'built.mjs'), join(out, 'bin', 'bundle.mjs'))

  /** @returns the bundled files */
  async function bundle(entryPoints: readonly string[], outside: readonly string[]): Promise<string[]> {
    const { metafile } = await build({
      absWorkingDir: base,
      entryPoints: [...entryPoints],
      outdir: out,
      bundle: true,
      // Separate chunks for lazy imports, so that each start loads only what it needs.
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      // Keep names for readable stack traces.
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: 'none',
      metafile: true,
      external: [...outside, 'pg-native', '@keywright/inspector/build'],
      banner: {
        js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url);",
      },
    })
    return Object.keys(metafile.inputs)
  }
}
