/** A command for others: everything in a few files, so that it starts at once and brings little along. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildPage } from '@keywright/inspector/build'
import { build } from 'esbuild'
import { licensesOf } from './licenses.ts'
import type { Workspace } from './workspaces.ts'

/** Writes `dist/`: the modules, the starters of `bin`, and the licenses of what was bundled. */
export async function buildBundle({ path, manifest }: Workspace, base: string): Promise<void> {
  const { entry, external, hasPages } = manifest.keywright!.bundle!
  const out = join(path, 'dist')
  rmSync(out, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: base,
    entryPoints: [join(path, entry)],
    outdir: out,
    bundle: true,
    // Commands stay apart, so that each start loads what its command needs.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names stay, for the stack traces that people send.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    external: [...external, 'pg-native', '@keywright/inspector/build'],
    banner: {
      js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url);",
    },
  })
  const page = await buildPage()
  // Where `server/src/dev/consolePage.ts` looks for it.
  writeFileSync(join(out, 'console.json'), JSON.stringify(page))
  // Where `cli/src/mcp/whereThePagesAre.ts` looks for them. The site is loaded for this alone.
  if (hasPages) {
    const { allPages } = await import('../../site/build/machines/allPages.ts')
    writeFileSync(join(out, 'pages.md.br'), brotliCompressSync(await allPages()))
  }
  const inputs = [...Object.keys(metafile.inputs), ...page.inputs.map((file) => join('inspector', file))]
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licensesOf(inputs, base))
  for (const starter of Object.values(manifest.bin ?? {})) {
    mkdirSync(dirname(join(out, starter)), { recursive: true })
    copyFileSync(join(path, starter), join(out, starter))
  }
  // In place of the one that builds what has changed: here nothing changes.
  copyFileSync(join(path, 'bin', 'built.mjs'), join(out, 'bin', 'bundle.mjs'))
}
