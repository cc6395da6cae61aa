/** Searches the documentation and reads it by page or section. */
import { createEmbeddedSearch, type Excerpt, filesOf } from '@keywright/search'
import { nearest } from '../arguments/nearest.ts'
import { usageFailure } from '../output/failure.ts'
import { guideFor } from './guide.ts'
import { answersOf, type DocPage, type DocSection, readPages, searchSectionsOf } from './pages.ts'

export interface Found {
  /** First argument of `read`. */
  readonly page: string
  readonly section?: string
  readonly title: string
  readonly heading?: string
  readonly excerpt: string
}

/** The page to read first. */
export interface Guide {
  readonly page: string
  readonly title: string
  readonly description: string
  /** IDs of its sections, second arguments of `read`. */
  readonly sections: readonly string[]
}

export interface FoundDocumentation {
  readonly answer?: { readonly question: string; readonly text: string }
  readonly guide?: Guide
  readonly found: readonly Found[]
}

export interface Documentation {
  readonly pages: readonly DocPage[]
  /** The written answer to a question, the guide for a task, and the best section of each page, best matches first. */
  search(query: string, most: number): Promise<FoundDocumentation>
  /**
   * Returns a page, or one section with its subsections.
   * @param isWhole whether to return a long text instead of a list of its sections
   * @param place path or URL of the page, with or without `.md` and `#section`
   * @throws Failure (usage) that suggests a similar page or lists the sections
   */
  read(place: string, section?: string, isWhole?: boolean): string
}

/** Longer pages are returned as a list of sections, to save the model's context. */
const MOST_CHARACTERS = 12_000
const MOST_WHOLE = 40_000

/** @param text content of `llms-full.txt` */
export function createDocumentation(text: string): Documentation {
  const pages = readPages(text)
  const search = createEmbeddedSearch(filesOf(pages.flatMap(searchSectionsOf), answersOf(pages)))
  return {
    pages,
    async search(query, most) {
      const { groups, answer } = await search.search(query)
      const guide = isIdentifier(query)
        ? undefined
        : guideFor(
            query,
            pages,
            groups.map(({ hits: [hit] }) => hit!.href.split('#')[0]!),
          )
      // A second hit on one page is rarely better than the best of the next page.
      const hits = groups.slice(0, most).flatMap(({ hits: [hit] }) => hit ?? [])
      const found = await Promise.all(
        hits.map(async (hit) => {
          const [page = '', section] = hit.href.split('#')
          const { title } = pages.find(({ route }) => route === page)!
          const excerpt = textOf(await hit.excerpt())
          return { page, title, ...(section && { section, heading: textOf(hit.heading) }), excerpt }
        }),
      )
      const written = (await answer?.())?.written
      return {
        ...(written && { answer: { question: written.question, text: written.html } }),
        ...(guide && { guide: shownGuide(guide) }),
        found,
      }
    },
    read(place, section, isWhole = false) {
      const { route, id } = placeOf(place)
      const page = pages.find((one) => one.route === route || one.route === `${route}/`)
      if (!page) throw noPage(route, pages)
      const wanted = section?.replace(/^#/, '') || id
      const most = isWhole ? MOST_WHOLE : MOST_CHARACTERS
      return wanted ? sectionText(page, wanted, most) : pageText(page, most)
    },
  }
}

/** Names of calls, errors, enumeration members and fields name what they look for. */
const isIdentifier = (query: string) => /^[\w-]*(?:_|[a-z][A-Z])[\w-]*$/.test(query.trim())

const shownGuide = ({ route: page, title, description, sections }: DocPage): Guide => ({
  page,
  title,
  description,
  sections: sections.flatMap(({ id, depth }) => (id === '' || depth > 2 ? [] : [id])),
})

const textOf = (excerpt: Excerpt) => excerpt.map(({ text }) => text).join('')

function placeOf(place: string): { route: string; id: string } {
  const [address = '', id = ''] = place.replace(/^[a-z]+:\/\/[^/]+/, '').split('#')
  const [path = ''] = address.split('?')
  const route = `/${path.replace(/^\/+/, '')}`
    .replace(/\.(?:md|html)$/, '')
    .replace(/(?<=\/)index$/, '')
    .replace(/(?<=.)\/$/, '')
  return { route, id: decoded(id) }
}

/** Decodes percent-escapes; text with malformed escapes is returned unchanged. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function noPage(route: string, pages: readonly DocPage[]) {
  const routes = pages.map((page) => page.route)
  const last = route.slice(route.lastIndexOf('/'))
  const near =
    routes.find((one) => one.endsWith(last)) ??
    pages.find(({ title }) => `/${title}`.toLowerCase() === last.toLowerCase())?.route ??
    nearest(route, routes) ??
    sectionOfName(last.slice(1), pages)
  return usageFailure(
    `page \`${route}\` not found`,
    near === undefined ? 'use search_docs to find pages' : `did you mean ${near}?`,
  )
}

/** The section of a call or an error that was requested like a page. */
function sectionOfName(name: string, pages: readonly DocPage[]): string | undefined {
  const home = pages.find(
    ({ sections, rows }) => sections.some(({ id }) => id !== '' && id === name) || rows.has(name),
  )
  return home && `${home.route}#${name}`
}

function pageText(page: DocPage, most: number): string {
  if (page.markdown.length <= most) return page.markdown
  const outline = page.sections
    .filter(({ id }) => id !== '')
    .map(({ heading, id, depth }) => `${'  '.repeat(depth - 2)}- ${heading} (${id})`)
  return [
    `# ${page.title}`,
    `> ${page.description}`,
    page.sections[0]!.markdown,
    `This page has ${page.markdown.length} characters. Read one of its sections with read_page; the \`section\` is in parentheses:`,
    outline.join('\n'),
  ].join('\n\n')
}

function sectionText(page: DocPage, id: string, most: number): string {
  const at = page.sections.findIndex((section) => section.id === id)
  if (at < 0) {
    const row = page.rows.get(id)
    if (row !== undefined) return row
    const ids = page.sections.flatMap((section) => (section.id === '' ? [] : [section.id]))
    const near = nearest(id, [...ids, ...page.rows.keys()])
    throw usageFailure(
      `${page.route} has no section \`${id}\``,
      near === undefined ? `use one of: ${ids.slice(0, 60).join(', ')}` : `did you mean ${near}?`,
    )
  }
  const own = page.sections[at]!
  const rest = page.sections.slice(at + 1)
  const end = rest.findIndex(({ depth }) => depth <= own.depth)
  const below = rest.slice(0, end < 0 ? undefined : end)
  const whole = [own, ...below].map(written).join('\n\n')
  if (whole.length <= most || below.length === 0) return whole
  const list = below.map(({ heading, id: inner }) => `- ${heading} (${inner})`)
  return [written(own), 'Subsections:', list.join('\n')].join('\n\n')
}

const written = ({ depth, heading, id, markdown }: DocSection) =>
  `${'#'.repeat(depth)} ${heading}${id && ` {#${id}}`}\n\n${markdown}`
