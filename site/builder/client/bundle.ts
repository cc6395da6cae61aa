/** Bundles the client: style sheet, boot script, early scripts and lazy parts. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { strictBundle, workerChunks } from '@keywright/sandbox/build'
import type { build, InlineConfig, Manifest, Plugin } from 'vite'
import { brand } from '../../brand.ts'
import { brandFiles } from '../../src/config/brandFiles.ts'
import { type Asset, type Assets, PAGE_STYLES, pageStyles } from '../../src/config/model.ts'
import { siteDir } from '../site.ts'
import { oldestBrowsers } from './browsers.ts'
import { namedMedia } from './namedMedia.ts'
import { preloadHelper } from './preloadHelper.ts'

const entries = {
  boot: 'src/frame/script/boot.ts',
  theme: 'src/frame/script/theme.ts',
  announcement: 'src/frame/script/earlyAnnouncement.ts',
  textFont: 'src/styles/fonts/text.woff2',
  codeFont: 'src/styles/fonts/code.woff2',
  calls: 'src/reference/callList.ts',
} as const

const styleOf = (name: string) => `src/styles/${name}.css`
const lateStyleOf = (name: string) => styleOf(`${name}-late`)
const bundled: readonly string[] = [
  entries.boot,
  ...PAGE_STYLES.flatMap((name) => [styleOf(name), lateStyleOf(name)]),
  styleOf('configured'),
]

/** What most islands and search share, as one file instead of nine: browsers request only six at a time over HTTP/1.1. */
const SHARED =
  /\/node_modules\/(?:react|react-dom|scheduler)\/|\/site\/ui\/src\/|\/site\/src\/(?:shared|frame\/icons|config\/messages)\b|\/edits\.ts/

/** The modules of the boot script, which must stay one file. */
function bootModules() {
  const ids = new Set<string>()
  const plugin: Plugin = {
    name: 'keywright:boot-modules',
    buildEnd(error) {
      const add = (id: string) => {
        if (ids.has(id)) return
        ids.add(id)
        for (const other of this.getModuleInfo(id)?.importedIds ?? []) add(other)
      }
      if (!error) add(join(siteDir, entries.boot))
    },
  }
  return { ids, plugin }
}

/** Vite settings shared by build and dev server. */
export const clientConfig: InlineConfig = {
  configFile: false,
  root: siteDir,
  // The build copies static files, also for sites with a prebuilt client.
  publicDir: false,
  // The sandbox's worker loads parts of the engine lazily.
  worker: { format: 'es' },
  logLevel: 'warn',
  // Only the specifier of libraries: code that renders pages in the development server imports `node:crypto`.
  resolve: {
    alias: [{ find: /^crypto$/, replacement: join(siteDir, 'builder/client/nodeCrypto.ts') }],
  },
  plugins: [brandFiles(brand)],
  css: { postcss: { plugins: [namedMedia] } },
  // Some packages use Node's name for the global object.
  define: { global: 'globalThis' },
}

/** The chunk with React, which lazy parts share. Its files are `assets/<name>-<hash>.js`. */
export const SHARED_CHUNK = 'shared'

/** Writes hashed files into `<outDir>/assets` and returns what documents reference or inline. */
export async function bundleClient(outDir: string): Promise<Assets> {
  const vite = await import('vite')
  const output = { outDir, emptyOutDir: false, copyPublicDir: false, reportCompressedSize: false } as const
  const strict = strictBundle()
  const boot = bootModules()
  const sharedChunk = {
    name: SHARED_CHUNK,
    test: (id: string) => SHARED.test(id) && !boot.ids.has(id),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  }
  const built = await vite.build({
    ...clientConfig,
    worker: { ...clientConfig.worker, rolldownOptions: { ...strict.options, output: workerChunks } },
    plugins: [...clientConfig.plugins!, preloadHelper(), boot.plugin],
    build: {
      ...output,
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        ...strict.options,
        input: bundled.map((entry) => join(siteDir, entry)),
        output: { chunkFileNames: fileNameOf, codeSplitting: { groups: [sharedChunk] } },
      },
      target: 'es2022',
      cssTarget: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
    },
  })
  strict.assertNone()
  assertBootIsOneFile(built)
  const manifest = takeManifest(outDir)
  const inline = (sheet: string): Asset => ({ text: takeFile(join(outDir, manifest[sheet]!.file)).trim() })
  return {
    styles: pageStyles((name) => inline(styleOf(name))),
    configured: inline(styleOf('configured')),
    lateStyles: pageStyles((name) => `/${manifest[lateStyleOf(name)]!.file}`),
    theme: { text: await bundleEarly('theme') },
    announcement: { text: await bundleEarly('announcement') },
    fonts: [entries.textFont, entries.codeFont].map((font) => `/${manifest[font]!.file}`),
    boot: `/${manifest[entries.boot]!.file}`,
    calls: `/${manifest[entries.calls]!.file}`,
  }
}

/** @throws Error if the boot script imports another file, which would cost a round trip */
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

/** Bundles a script that runs before the first paint as one classic script. */
export async function bundleEarly(name: 'theme' | 'announcement'): Promise<string> {
  const { rolldown } = await import('rolldown')
  const strict = strictBundle()
  const bundle = await rolldown({ input: join(siteDir, entries[name]), ...strict.options })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  strict.assertNone()
  return output[0].code.trim()
}

function takeManifest(outDir: string): Manifest {
  const manifest = JSON.parse(takeFile(join(outDir, '.vite/manifest.json'))) as Manifest
  rmSync(join(outDir, '.vite'), { recursive: true })
  for (const entry of [...bundled, entries.textFont, entries.codeFont, entries.calls])
    if (manifest[entry] === undefined) throw new Error(`the client bundle has no ${entry}`)
  return manifest
}

/** Reads and deletes a file that documents inline. */
function takeFile(path: string): string {
  if (!existsSync(path)) throw new Error(`${path} is missing`)
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  return text
}

/** Names islands after their folder, because all their files are called `island`. */
function fileNameOf({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }): string {
  const isIsland = name === 'island' && facadeModuleId
  return `assets/${isIsland ? basename(dirname(facadeModuleId)) : name}-[hash].js`
}
