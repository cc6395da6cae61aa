/** A library in few files: opening hundreds of small ones is most of what importing it costs. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { licensesOf } from './licenses.ts'
import { buildSources } from './publishedManifest.ts'
import type { Workspace } from './workspaces.ts'

/**
 * Puts in place of the modules in `dist/` ones that have inside what they import, and the licenses of what that is;
 * declarations stay as they are.
 * @param apart packages that stay imports, such as those whose classes callers have too
 */
export async function joinModules(
  { path, manifest }: Workspace,
  apart: readonly string[],
  base: string,
): Promise<void> {
  const out = join(path, 'dist')
  const { outputFiles, metafile } = await build({
    absWorkingDir: base,
    entryPoints: buildSources(manifest).map((source) => join(path, source)),
    outdir: out,
    bundle: true,
    // What is loaded later stays apart.
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
    // Names and lines stay, for the stack traces of whoever uses it.
    minifySyntax: true,
    legalComments: 'none',
    external: ['node:*', ...apart],
    metafile: true,
    write: false,
  })
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.js')) rmSync(join(out, file))
  }
  for (const { path: file, contents } of outputFiles) writeFileSync(file, contents)
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licensesOf(Object.keys(metafile.inputs), base))
}
