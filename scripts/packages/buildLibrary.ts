/** A library for others: ES modules and declarations, one for each source that its entry points reach, or few where it asks. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinModules } from './joinModules.ts'
import { buildSources, publicEntries, sourceOf, toBuilt } from './publishedManifest.ts'
import { dependenciesOf, type Workspace } from './workspaces.ts'

/** Writes `dist/`. What it imports of ours must have been built. @throws Error with what the compiler says */
export async function buildLibrary(
  workspace: Workspace,
  all: readonly Workspace[],
  base: string,
): Promise<void> {
  const { path, manifest } = workspace
  const out = join(path, 'dist')
  const scratch = join(path, '.cache')
  const config = join(scratch, 'tsconfig.build.json')
  mkdirSync(scratch, { recursive: true })
  const settings = {
    extends: join(base, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(path, 'src'),
      outDir: out,
      // Their declarations instead of their sources, which would be compiled along.
      paths: Object.fromEntries(
        dependenciesOf(workspace, all).flatMap((needed) =>
          Object.entries(publicEntries(needed.manifest)).map(([name, target]) => [
            `${needed.manifest.name}${name.slice(1)}`,
            [join(needed.path, toBuilt(sourceOf(target), '.d.ts'))],
          ]),
        ),
      ),
    },
    files: buildSources(manifest).map((source) => join(path, source)),
    include: [],
  }
  writeFileSync(config, JSON.stringify(settings, undefined, 2))
  rmSync(out, { recursive: true, force: true })
  const tsc = join(base, 'node_modules', '.bin', 'tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${manifest.name} does not compile:\n${stdout}${stderr}`)
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.d.ts')) rewriteDeclaration(join(out, file))
  }
  const { joined, folders = [] } = manifest.keywright ?? {}
  if (joined) await joinModules(workspace, joined.apart, base)
  for (const folder of folders) {
    cpSync(join(path, folder), join(out, folder), { recursive: true })
  }
}

/** The compiler rewrites `./a.ts` to `./a.js` in modules, and leaves it in declarations. */
function rewriteDeclaration(file: string): void {
  const text = readFileSync(file, 'utf8')
  const rewritten = text.replace(/(\b(?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"\n]*)\.tsx?(['"])/g, '$1.js$2')
  if (rewritten !== text) writeFileSync(file, rewritten)
}
