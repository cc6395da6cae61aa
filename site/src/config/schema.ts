/**
 * The shapes of `site.config.ts` and `sidebars.ts`. The build doesn't type-check, so it parses both: a value of the wrong
 * type would otherwise fail somewhere inside.
 */
import { z } from 'zod'

const text = z.string()
const optional = text.exactOptional()

/** Either an image file or, without `src`, the brand's mark. */
const logo = z.strictObject({ alt: text, src: optional, srcDark: optional, href: optional })

const footerLink = z.strictObject({ label: text, to: optional, href: optional })
const footerColumn = z.strictObject({ title: text, items: z.array(footerLink) })

/** A version of the pages of a docs plugin. */
const docsVersion = z.strictObject({
  /** Identifies the version, as in `Page.version`. */
  name: text,
  label: text,
  /** Route prefix without a trailing slash. Empty for the version at the site's root. */
  path: text,
  docsPluginId: optional,
})

/** A bar above the navbar. A changed `id` shows it again to readers who dismissed the earlier one. */
const announcementBar = z.strictObject({
  id: text,
  /** Trusted inline HTML. */
  content: text,
  isCloseable: z.boolean(),
  backgroundColor: optional,
  textColor: optional,
})

/** Search is embedded unless a hosted application is configured. */
const search = z.strictObject({
  appId: optional,
  apiKey: optional,
  indexName: optional,
  /** Route of the search page with the query in `q`, or false to disable it. */
  searchPagePath: z.union([text, z.literal(false)], { error: 'must be a string or false' }),
  /** Suggestions if a search finds nothing. Default: the navbar's pages. */
  suggestions: z.array(text).exactOptional(),
  /** Results with a matching URL open as external links. */
  externalUrlRegex: optional,
  replaceSearchResultPathname: z.strictObject({ from: text, to: text }).exactOptional(),
  /** Restricts results to the page's language and docs version. */
  contextualSearch: z.boolean(),
  searchParameters: z.record(text, z.unknown()).exactOptional(),
})

const glossary = z.strictObject({
  /** Route and anchor of the definitions. */
  href: text,
  terms: z.array(
    z.strictObject({
      /** Matches the term in running text. */
      written: z.instanceof(RegExp),
      /** Pages below this route define the term and don't link it. */
      home: optional,
    }),
  ),
})

export const siteConfig = z.strictObject({
  title: text,
  tagline: text,
  /** Origin of the deployed site, without a trailing slash. */
  url: text,
  /** Separates page title and site title. */
  titleDelimiter: text,
  language: text,
  /** Base URL for "Edit this page", followed by the source path. Omit for no such link. */
  editUrl: optional,
  announcementBar: announcementBar.exactOptional(),
  colorMode: z.strictObject({
    defaultMode: z.enum(['light', 'dark']),
    disableSwitch: z.boolean(),
    respectPrefersColorScheme: z.boolean(),
  }),
  navbar: z.strictObject({
    title: optional,
    logo: logo.exactOptional(),
    /** `validate.ts` checks items by their type. */
    items: z.array(z.unknown()),
    hideOnScroll: z.boolean(),
    /** `dark` keeps the navbar dark in both color modes, `primary` puts it on the brand color. */
    style: z.enum(['dark', 'primary']).exactOptional(),
  }),
  footer: z.strictObject({
    style: z.enum(['dark', 'light']).exactOptional(),
    /** Columns with titles, or plain links in one row separated by dots. */
    links: z.array(z.union([footerColumn, footerLink], { error: 'must be an object' })),
    logo: logo.exactOptional(),
    copyright: optional,
  }),
  docs: z.strictObject({
    /** Where the preferred version of each docs plugin is stored. */
    versionPersistence: z.enum(['localStorage', 'none']),
    /** Newest first, by docs plugin. */
    versions: z.array(docsVersion),
  }),
  /** Entries of the language dropdown: each language is a site of its own, and `href` its start page. */
  locales: z.array(z.strictObject({ code: text, label: text, href: text })),
  search,
  /**
   * A hosted assistant, which streams its answers (`src/search/hostedAnswers.ts`): an https URL or a path of this site.
   * Default: the embedded one, which answers from the pages in the reader's browser.
   */
  assistant: z.strictObject({ endpoint: text }).exactOptional(),
  /** Terms whose first use on a page links to their definition. */
  glossary: glossary.exactOptional(),
})

export interface AuthoredCategory {
  readonly label: string
  /** Route of the category's index page, which shows `items` as cards. */
  readonly index?: string
  readonly items: readonly AuthoredItem[]
}

/** A page by route, a category, or a link with a label. */
export type AuthoredItem = string | AuthoredCategory | { readonly href: string; readonly label: string }

const sidebarItem: z.ZodType<AuthoredItem> = z.lazy(() =>
  z.union(
    [
      text,
      z.strictObject({ label: text, index: optional, items: z.array(sidebarItem) }),
      z.strictObject({ href: text, label: text }),
    ],
    { error: 'must be a route, a link or a category' },
  ),
)

export const siteMap = z.strictObject({
  /** By sidebar id. */
  sidebars: z.record(text, z.array(sidebarItem)),
  /** Routes outside all sidebars. */
  unlisted: z.array(text),
  /** Routes that must exist, regardless of the sidebars. */
  promised: z.array(text),
})

/** Path, message and the value as JSON. */
export interface ShapeProblem {
  readonly path: string
  readonly message: string
  readonly item: string
}

/** What has another shape than the schema says. */
export function shapeProblems(schema: z.ZodType, value: unknown): ShapeProblem[] {
  return schema.safeParse(value).error?.issues.flatMap((issue) => problemsOf(issue, [], value)) ?? []
}

type Issue = z.core.$ZodIssue

function problemsOf(issue: Issue, above: readonly PropertyKey[], whole: unknown): ShapeProblem[] {
  const path = [...above, ...issue.path]
  const found = (at: readonly PropertyKey[], message: string, item: unknown) => [
    { path: pathText(at), message, item: JSON.stringify(item) ?? String(item) },
  ]
  const value = valueAt(path, whole)
  if (value === undefined && path.length > 0)
    return found(path, 'is missing', valueAt(path.slice(0, -1), whole))
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.flatMap((key) => found([...path, key], 'is not a setting', Object(value)[key]))
    case 'invalid_value':
      return found(path, `must be ${issue.values.map((one) => `\`${String(one)}\``).join(' or ')}`, value)
    case 'invalid_type':
      return found(path, EXPECTED[issue.expected] ?? issue.message, value)
    case 'invalid_union': {
      const nearest = nearestOf(issue.errors)
      return nearest?.flatMap((inner) => problemsOf(inner, path, whole)) ?? found(path, issue.message, value)
    }
    default:
      return found(path, issue.message, value)
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'must be a string',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  RegExp: 'must be a regular expression',
}

/** The alternative that the author meant: the value has its type, and fewest members that don't fit; the first of equals. */
function nearestOf(alternatives: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const ofType = alternatives.filter(
    ([first]) => first!.path.length > 0 || first!.code === 'unrecognized_keys',
  )
  return ofType.toSorted((a, b) => a.length - b.length).at(0)
}

const valueAt = (path: readonly PropertyKey[], whole: unknown): unknown =>
  path.reduce((value: unknown, key) => Object(value)[key], whole)

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'default export'
