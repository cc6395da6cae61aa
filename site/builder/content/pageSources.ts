/** The files of this site's pages, also for what reads them outside a build. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteDir } from '../site.ts'

export const contentDir = join(siteDir, 'content')

/** Every `*.mdx` below a folder, in path order. */
export const listMdx = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mdx'))
    .sort()

export interface PageSource {
  /** Under `site/content`. */
  readonly file: string
  readonly path: string
  readonly source: string
}

/** Sorted by file. */
export const readPageSources = (): PageSource[] =>
  listMdx(contentDir).map((file) => {
    const path = join(contentDir, file)
    return { file, path, source: readFileSync(path, 'utf8') }
  })
