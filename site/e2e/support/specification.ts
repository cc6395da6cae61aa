/** The specification's lists, the API description, and the text of the built pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { parse } from 'yaml'

type Lists = Readonly<Record<string, string>>

interface Specification {
  readonly navbar: string
  readonly footer: string
  readonly frame: string
  readonly entities: Lists
  readonly enums: Lists
  readonly configuration: Lists
  readonly members: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required: Lists
  readonly queries: string
  readonly submits: string
  readonly payloads: Readonly<Record<string, { readonly request?: string; readonly answer?: string }>>
  readonly withoutPath: Lists
  readonly limits: Readonly<Record<string, readonly string[]>>
  readonly texts: readonly string[]
  readonly said: Readonly<Record<string, readonly string[]>>
}

export interface Described {
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Described>>
  readonly required?: readonly string[]
  readonly allOf?: readonly Described[]
  readonly $ref?: string
  readonly [key: string]: unknown
}

/** Part of a page from one heading to the next. */
interface Section {
  readonly text: string
  /** Its inline code. */
  readonly code: ReadonlySet<string>
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const specification = parse(readFileSync(here('specification.yaml'), 'utf8')) as Specification

export const listOf = (text: string): string[] => text.split(',').map((entry) => entry.trim())

export const site = here(
  process.env['KEYWRIGHT_TEST_SITE'] ? `../../../${process.env['KEYWRIGHT_TEST_SITE']}` : '../../dist',
)

/** Files of the built site with this ending. */
export const filesEnding = (ending: string): string[] =>
  readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending))

/** Routes of all pages. */
export const builtRoutes = (): string[] =>
  filesEnding('.html')
    .filter((file) => file !== '404.html' && !file.startsWith('runner/'))
    .map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`)

const htmlOf = (route: string): string =>
  readFileSync(join(site, route.endsWith('/') ? `${route}index.html` : `${route}.html`), 'utf8')

/** Ids of the headings of a page, and those that its contents column links. */
export function contentsOf(route: string): { headings: string[]; contents: string[] } {
  const html = htmlOf(route)
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const [, column = ''] = html.split('<p class="toc-title">')
  const ids = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, id]) => id!)
  return {
    headings: ids(main, /<h[23] id="([^"]+)"/g),
    contents: ids(column.slice(0, column.indexOf('</nav>')), /href="#([^"]+)"/g),
  }
}

/** The sections of `<main>`, in order. */
export function sectionsOf(route: string): Section[] {
  const html = htmlOf(route)
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const sections: { text: string; code: Set<string> }[] = [{ text: '', code: new Set() }]
  const visit = (node: Tree.Node): string => {
    if (node.nodeName === '#text') return (node as Tree.TextNode).value
    if (/^h[23]$/.test(node.nodeName)) sections.push({ text: '', code: new Set() })
    const own = sections.at(-1)!
    const inside = ('childNodes' in node ? node.childNodes : []).map((child) => {
      const text = visit(child)
      if (child.nodeName === '#text') sections.at(-1)!.text += text
      return text
    })
    if (node.nodeName === 'code') own.code.add(inside.join('').trim())
    return inside.join('')
  }
  visit(parseFragment(main))
  return sections
}

export const textOf = (route: string): string =>
  sectionsOf(route)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
