/** Generates a site of any size for measurements: the real content and copies under their own routes. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AuthoredItem, SiteMap } from '../src/config/sidebars.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from './content/frontMatter.ts'
import type { SiteSource } from './site.ts'

/**
 * Writes a site of about `count` pages to `dir`, which is cleared first. Each copy has its own sidebars, as in a larger
 * site, so sidebars don't grow with the number of pages.
 */
export function generateSite(base: SiteSource, count: number, dir: string): SiteSource {
  rmSync(dir, { recursive: true, force: true })
  // Pages include answers.
  cpSync(join(base.dir, 'answers'), join(dir, 'answers'), { recursive: true })
  const contentDir = join(base.dir, 'content')
  const files = readdirSync(contentDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.mdx'),
  )
  const sources = files.map((path) => ({ path, text: readFileSync(join(contentDir, path), 'utf8') }))
  const copies = Math.ceil(count / files.length)
  for (let copy = 0; copy < copies; copy++) {
    const wanted = sources.slice(0, count - copy * files.length)
    // The first copy is the real content, complete because the links of all copies point to it.
    for (const { path, text } of copy === 0 ? sources : wanted) {
      const target = join(dir, 'content', copy === 0 ? path : join(prefix(copy), path))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, copy === 0 ? text : retitle(text, copy))
    }
  }
  return { ...base, dir, map: copyMap(base.map, files, count, copies) }
}

const prefix = (copy: number) => `copy-${copy}`

/** Makes titles and descriptions unique. */
function retitle(text: string, copy: number): string {
  const number = ` ${copy}`
  return text
    .replace(
      /^title: *"?(.*?)"?$/m,
      (_, title: string) => `title: "${title.slice(0, TITLE_MAX - number.length)}${number}"`,
    )
    .replace(/^description: *"?(.*?)"?$/m, (_, description: string) => {
      const end = ` Copy${number}.`
      return `description: "${description.slice(0, DESCRIPTION_MAX - end.length).replace(/[\\"]/g, '')}${end}"`
    })
}

function copyMap(map: SiteMap, files: readonly string[], count: number, copies: number): SiteMap {
  const sidebars: Record<string, readonly AuthoredItem[]> = { ...map.sidebars }
  for (let copy = 1; copy < copies; copy++) {
    const routes = files
      .slice(0, count - copy * files.length)
      .map((path) => `/${prefix(copy)}/${routeOf(path)}`)
    sidebars[prefix(copy)] = routes.map((route) => route.replace(/\/$/, ''))
  }
  return { ...map, sidebars }
}

const routeOf = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/\.mdx$/, '')
    .replace(/(^|\/)index$/, '')
