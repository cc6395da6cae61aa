/**
 * Additional languages. Each has a folder `languages/<code>/`: `content/` has the translated pages at the paths of the
 * originals, `words.yaml` the labels of navbar, footer and sidebars. Untranslated pages show the original with a notice.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { Locale, NavbarItem, SiteConfig } from '../../src/config/types.ts'
import { missingMessages } from '../../src/messages/languages.ts'
import type { AuthoredItem, SiteMap } from '../../src/sidebars.ts'
import type { ProblemList } from '../problems.ts'
import { configFileOf, type SiteSource } from '../site.ts'
import { suggestion } from '../suggest.ts'
import { readContent, type SourcePage } from './readContent.ts'
import { versionedRoute } from './routes.ts'

/** One language of a site, ready to build as its own docs version. */
export interface SiteLanguage {
  readonly locale: Locale
  /** The configuration with translated labels and URLs below the language's path. */
  readonly config: SiteConfig
  readonly map: SiteMap
  /** Every page of the latest version, translated or original. */
  readonly sources: readonly (SourcePage & { readonly isOriginal?: true })[]
}

export const languageDirOf = ({ dir }: SiteSource, { code }: Locale): string => join(dir, 'languages', code)

/** All locales except the site's own. */
export const otherLocales = ({ language, locales }: SiteConfig): readonly Locale[] =>
  locales.filter(({ code }) => code !== language)

/** Reads a language. Reports missing translations and translations without an original. */
export function readLanguage(
  site: SiteSource,
  locale: Locale,
  originals: readonly SourcePage[],
  problems: ProblemList,
): SiteLanguage | undefined {
  const dir = languageDirOf(site, locale)
  if (!existsSync(dir)) {
    problems
      .about(configFileOf(site))
      .error(`language \`${locale.code}\`: ${nameBelow(site, dir)} is missing`)
    return undefined
  }
  for (const { message } of missingMessages(locale.code))
    problems.about(`site/src/messages/${locale.code}.ts`).error(message)
  const routes = originals.map(({ route }) => route)
  // The API reference exists in only one language.
  const inside = (route: string) => (routes.includes(route) ? versionedRoute(locale.path, route) : route)
  const words = readWords(site, join(dir, 'words.yaml'), problems)
  const config = translateConfig(site.config, locale, words.of, inside)
  const map = {
    ...site.map,
    sidebars: mapValues(site.map.sidebars, (items) => translateItems(items, words.of)),
  }
  words.close()
  const contentDir = join(dir, 'content')
  const translated = existsSync(contentDir) ? readContent(contentDir, site.root, problems) : []
  for (const { route, file } of translated)
    if (!routes.includes(route))
      problems
        .about(file)
        .error(`translation without a page: no page at \`${route}\`${suggestion(route, routes)}`)
  const sources = originals.map((original) => {
    const own = translated.find(({ route }) => route === original.route)
    return own ?? { ...original, isOriginal: true as const }
  })
  return { locale, config, map, sources }
}

interface Words {
  /** Translates a label. Reports a missing translation. */
  of(label: string): string
  /** Reports unused translations. */
  close(): void
}

function readWords(site: SiteSource, path: string, problems: ProblemList): Words {
  const report = problems.about(nameBelow(site, path))
  const counter = new LineCounter()
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const { contents, errors } = parseDocument(text, { lineCounter: counter })
  const lineAt = (offset: number | undefined) => (offset === undefined ? 1 : counter.linePos(offset).line)
  for (const { message, pos } of errors) report.error(message.split('\n')[0]!, lineAt(pos[0]))
  const known = new Map<string, { word: string; line: number }>()
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    if (!isScalar(key)) continue
    const line = lineAt(key.range?.[0])
    const word = isScalar(value) && typeof value.value === 'string' ? value.value.trim() : ''
    if (word === '') report.error(`\`${key.value}\` has no translation`, line)
    known.set(String(key.value), { word: word || String(key.value), line })
  }
  const used = new Set<string>()
  return {
    of(label) {
      const found = known.get(label)
      if (!found && !used.has(label))
        report.error(`no translation for \`${label}\`${suggestion(label, known.keys())}`, 1)
      used.add(label)
      return found?.word ?? label
    },
    close() {
      for (const [label, { line }] of known)
        if (!used.has(label)) report.error(`\`${label}\` is not a label of the site`, line)
    },
  }
}

function translateConfig(
  config: SiteConfig,
  locale: Locale,
  word: Words['of'],
  inside: (route: string) => string,
): SiteConfig {
  const { navbar, footer, search, announcementBar, docs } = config
  const link = <T extends { readonly label: string; readonly to?: string }>(item: T): T => ({
    ...item,
    label: word(item.label),
    ...(item.to !== undefined && { to: inside(item.to) }),
  })
  const item = (one: NavbarItem): NavbarItem => {
    if (one.type === 'dropdown')
      return { ...one, label: word(one.label), items: one.items.map(item) as typeof one.items }
    if (one.type === undefined || one.type === 'link') return link(one)
    return 'label' in one && one.label !== undefined ? { ...one, label: word(one.label) } : one
  }
  const latest = docs.versions.filter(({ path }) => path === '')
  return {
    ...config,
    language: locale.code,
    tagline: word(config.tagline),
    ...(announcementBar && {
      announcementBar: { ...announcementBar, content: word(announcementBar.content) },
    }),
    navbar: {
      ...navbar,
      ...(navbar.logo && { logo: { ...navbar.logo, alt: word(navbar.logo.alt), href: locale.path } }),
      items: navbar.items.map(item),
    },
    footer: {
      ...footer,
      links: footer.links.map((entry) =>
        'items' in entry ? { title: word(entry.title), items: entry.items.map(link) } : link(entry),
      ) as typeof footer.links,
      ...(footer.logo && { logo: { ...footer.logo, href: locale.path } }),
    },
    // Older versions exist only in the site's own language.
    docs: {
      versionPersistence: 'none',
      versions: latest.map((version) => ({ ...version, path: locale.path })),
    },
    search: {
      ...search,
      ...(search.searchPagePath !== false && {
        searchPagePath: `${locale.path}${rooted(search.searchPagePath)}`,
      }),
      ...(search.suggestions && { suggestions: search.suggestions.map(word) }),
    },
  }
}

const rooted = (path: string) => (path.startsWith('/') ? path : `/${path}`)

function translateItems(items: readonly AuthoredItem[], word: Words['of']): readonly AuthoredItem[] {
  return items.map((item) => {
    if (typeof item === 'string') return item
    if ('items' in item) return { ...item, label: word(item.label), items: translateItems(item.items, word) }
    return { ...item, label: word(item.label) }
  })
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const nameBelow = (site: SiteSource, path: string) => relative(site.root, path).split(sep).join('/')
