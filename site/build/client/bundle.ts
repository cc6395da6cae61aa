/** Bundles the client: stylesheet, boot script, blocking theme script and the parts that load on intent. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { brand } from '../../brand.ts'
import { brandFiles } from '../../src/config/brandFiles.ts'
import type { Assets } from '../../src/model.ts'
import { siteDir } from '../site.ts'

const entries = {
  css: 'src/styles/index.css',
  boot: 'src/client/boot.ts',
  theme: 'src/client/theme.ts',
} as const

/** Text and code: the two families that every page shows at once. */
const PRELOADED = /\.woff2$/

/** What Vite does for the build and for the dev server alike. */
export const clientConfig = {
  configFile: false,
  root: siteDir,
  // Static files are copied by the build, which also serves them for sites without a client of their own.
  publicDir: false,
  logLevel: 'warn',
} as const

/** Writes hashed files into `<outDir>/assets` and answers their addresses. */
export async function bundleClient(outDir: string): Promise<Assets> {
  const { build } = await import('vite')
  const output = { outDir, emptyOutDir: false, copyPublicDir: false, reportCompressedSize: false } as const
  await build({
    ...clientConfig,
    plugins: [brandFiles(brand)],
    build: {
      ...output,
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: [entries.css, entries.boot].map((entry) => join(siteDir, entry)) },
      target: 'es2022',
    },
  })
  const manifest = readManifest(outDir)
  const css = manifest[entries.css]
  if (css === undefined) throw new Error(`the client bundle has no ${entries.css}`)
  return {
    css: [`/${css.file}`],
    boot: `/${manifest[entries.boot]!.file}`,
    theme: await bundleTheme(outDir),
    fonts: (css.assets ?? []).filter((file) => PRELOADED.test(file)).map((file) => `/${file}`),
  }
}

/** The theme script blocks the first paint, so it is one classic script without imports. */
async function bundleTheme(outDir: string): Promise<string> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: join(siteDir, entries.theme) })
  const { output } = await bundle.write({
    dir: join(outDir, 'assets'),
    format: 'iife',
    minify: true,
    entryFileNames: 'theme-[hash].js',
  })
  await bundle.close()
  return `/assets/${output[0].fileName}`
}

function readManifest(outDir: string): Manifest {
  const path = join(outDir, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`${path} is missing`)
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}
