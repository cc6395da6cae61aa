/** What a build is made from: one site folder with its configuration and its map. */
import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SiteConfig } from '../src/config/types.ts'
import type { SiteMap } from '../src/sidebars.ts'

export interface SiteSource {
  /** Repository root: file names in problems and edit links are relative to it. */
  readonly root: string
  /** Holds `content/`, `versions/<name>/` and `static/`. */
  readonly dir: string
  readonly config: SiteConfig
  readonly map: SiteMap
}

/** The folder of the site package: this site's own content, and the client that every built site uses. */
export const siteDir = resolve(fileURLToPath(import.meta.url), '../..')
export const repositoryRoot = resolve(siteDir, '..')

/** Reads `site.config.ts` and `sidebars.ts` of a site folder. */
export async function loadSite(dir: string = siteDir): Promise<SiteSource> {
  const load = async (name: string) => {
    const path = join(dir, name)
    if (!existsSync(path)) throw new Error(`${path} is missing`)
    // A dev server reads a changed file again, so the address carries its moment.
    try {
      return (await import(/* @vite-ignore */ `${pathToFileURL(path).href}?at=${Date.now()}`)).default
    } catch (cause) {
      throw new Error(`${path} cannot be read`, { cause })
    }
  }
  const root = dir === siteDir ? repositoryRoot : dir
  return { root, dir, config: await load('site.config.ts'), map: await load('sidebars.ts') }
}

/** The folder with the pages of a docs version. */
export function contentDirOf(site: SiteSource, version: { name: string; path: string }): string {
  return version.path === '' ? join(site.dir, 'content') : join(site.dir, 'versions', version.name)
}

/** The site's configuration as problems name it. */
export const configFileOf = (site: SiteSource): string => fileBelow(site, 'site.config.ts')

/** The site's map as problems name it. */
export const mapFileOf = (site: SiteSource): string => fileBelow(site, 'sidebars.ts')

function fileBelow(site: SiteSource, name: string): string {
  return relative(site.root, join(site.dir, name)).split(sep).join('/')
}

/** The folder of static files that are copied as they are. */
export const staticDirOf = (site: SiteSource): string => join(site.dir, 'static')
