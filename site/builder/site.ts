/** Source of a build: a site folder with its configuration and sidebars. */
import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SiteMap } from '../src/config/sidebars.ts'
import type { SiteConfig } from '../src/config/types.ts'

export interface SiteSource {
  /** Repository root, for file names in problems and edit links. */
  readonly root: string
  /** Contains `content/`, `versions/<name>/` and `static/`. */
  readonly dir: string
  readonly config: SiteConfig
  readonly map: SiteMap
}

/** Folder of the site package, with this site's content and the client for all sites. */
export const siteDir = resolve(fileURLToPath(import.meta.url), '../..')
export const repositoryRoot = resolve(siteDir, '..')

/** Reads `site.config.ts` and `sidebars.ts` of a site folder. */
export async function loadSite(dir: string = siteDir): Promise<SiteSource> {
  const load = async (name: string) => {
    const path = join(dir, name)
    if (!existsSync(path)) throw new Error(`${path} is missing`)
    // The modification time in the URL makes a dev server reload a changed file.
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

/** Name of the site's configuration file in problems. */
export const configFileOf = (site: SiteSource): string => fileBelow(site, 'site.config.ts')

/** Name of the sidebars file in problems. */
export const mapFileOf = (site: SiteSource): string => fileBelow(site, 'sidebars.ts')

function fileBelow(site: SiteSource, name: string): string {
  return relative(site.root, join(site.dir, name)).split(sep).join('/')
}

/** The folder of static files to copy. */
export const staticDirOf = (site: SiteSource): string => join(site.dir, 'static')
