/** Bundles the client: stylesheet, boot script, theme script and the parts that load on intent. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { strictBundle, workerChunks } from '@keywright/sandbox/build'
import type { build, InlineConfig, Manifest } from 'vite'
import { brand } from '../../brand.ts'
import { brandFiles } from '../../src/config/brandFiles.ts'
import { type Asset, type Assets, PAGE_STYLES, pageStyles } from '../../src/model.ts'
import { siteDir } from '../site.ts'
import { namedMedia } from './namedMedia.ts'
import { preloadHelper } from './preloadHelper.ts'

const entries = {
  whole: 'src/styles/index.css',
  boot: 'src/client/boot.ts',
  theme: 'src/client/theme.ts',
} as const

const styleOf = (name: string) => `src/styles/${name}.css`
const bundled: readonly string[] = [entries.whole, entries.boot, ...PAGE_STYLES.map(styleOf)]

/** What Vite does for the build and for the dev server alike. */
export const clientConfig: InlineConfig = {
  configFile: false,
  root: siteDir,
  // Static files are copied by the build, which also serves them for sites without a client of their own.
  publicDir: false,
  // The sandbox's worker loads parts of the engine when they are wanted.
  worker: { format: 'es' },
  logLevel: 'warn',
  resolve: {
    alias: [{ find: /^(?:node:)?crypto$/, replacement: join(siteDir, 'build/client/nodeCrypto.ts') }],
  },
  css: { postcss: { plugins: [namedMedia] } },
  // Some packages that the command line brings call the page's global object as Node does.
  define: { global: 'globalThis' },
}

/** Writes hashed files into `<outDir>/assets` and answers what documents carry of them. */
export async function bundleClient(outDir: string): Promise<Assets> {
  const vite = await import('vite')
  const output = { outDir, emptyOutDir: false, copyPublicDir: false, reportCompressedSize: false } as const
  const strict = strictBundle()
  const built = await vite.build({
    ...clientConfig,
    worker: { ...clientConfig.worker, rolldownOptions: { ...strict.options, output: workerChunks } },
    plugins: [brandFiles(brand), preloadHelper()],
    build: {
      ...output,
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        ...strict.options,
        input: bundled.map((entry) => join(siteDir, entry)),
        output: { chunkFileNames: fileNameOf },
      },
      target: 'es2022',
      // The first that choose between a light and a dark value: others get the light ones (`brandFiles.ts`).
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    },
  })
  strict.assertNone()
  assertBootIsOneFile(built)
  const manifest = takeManifest(outDir)
  const inline = (sheet: string): Asset => ({ text: takeFile(join(outDir, manifest[sheet]!.file)).trim() })
  return {
    styles: pageStyles((name) => inline(styleOf(name))),
    wholeStyle: `/${manifest[entries.whole]!.file}`,
    theme: { text: await bundleTheme() },
    boot: `/${manifest[entries.boot]!.file}`,
  }
}

/** @throws Error if the script of every page imports another file, which would come a round trip later */
function assertBootIsOneFile(built: Awaited<ReturnType<typeof build>>): void {
  const imports = [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((file) => file.type === 'chunk')
    .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(entries.boot))
    .flatMap((chunk) => chunk.imports)
  if (imports.length > 0)
    throw new Error(`${entries.boot} shares code with an island that loads later: ${imports.join(', ')}`)
}

/** The theme script runs before the first paint, so it is one classic script without imports. */
export async function bundleTheme(): Promise<string> {
  const { rolldown } = await import('rolldown')
  const strict = strictBundle()
  const bundle = await rolldown({ input: join(siteDir, entries.theme), ...strict.options })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  strict.assertNone()
  return output[0].code.trim()
}

function takeManifest(outDir: string): Manifest {
  const manifest = JSON.parse(takeFile(join(outDir, '.vite/manifest.json'))) as Manifest
  rmSync(join(outDir, '.vite'), { recursive: true })
  for (const entry of bundled)
    if (manifest[entry] === undefined) throw new Error(`the client bundle has no ${entry}`)
  return manifest
}

/** Reads a file that documents hold in themselves and no one asks for. */
function takeFile(path: string): string {
  if (!existsSync(path)) throw new Error(`${path} is missing`)
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  return text
}

/** Islands are named after their folder: `assets/search-….js`, not one `island-….js` of many. */
function fileNameOf({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }): string {
  const isIsland = name === 'island' && facadeModuleId
  return `assets/${isIsland ? basename(dirname(facadeModuleId)) : name}-[hash].js`
}
