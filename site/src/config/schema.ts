/**
 * The shapes of `site.config.ts` and `sidebars.ts`. The build doesn't type-check, so it parses both: a value of the wrong
 * type would otherwise fail somewhere inside.
 */
import { z } from 'zod'

const text = z.string()
const optional = text.exactOptional()
const filled = text.min(1, 'must not be empty')

const color = text.regex(
  /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)\([^;{}]+\))$/i,
  'is not a color',
)
const pattern = text.refine(isPattern, 'is not a regular expression')

/** Either an image file or, without `src`, the brand's mark. */
const logo = z.strictObject({ alt: text, src: optional, srcDark: optional, href: optional })

/** `to` is a route of this site, `href` any other URL, which opens in the same tab. */
const linkFields = { label: filled, to: optional, href: optional }
const hasOneTarget = ({ to, href }: { to?: string; href?: string }) =>
  (to === undefined) !== (href === undefined)
const TARGETS = 'a link needs either `to` or `href`'

const footerLink = z.strictObject(linkFields).refine(hasOneTarget, TARGETS)
const footerColumn = z.strictObject({ title: text, items: z.array(footerLink) })

const itemFields = { position: z.enum(['left', 'right']).exactOptional() }
const link = z
  .strictObject({ ...itemFields, type: z.literal('link').optional(), ...linkFields })
  .refine(hasOneTarget, TARGETS)
const doc = z.strictObject({
  ...itemFields,
  type: z.literal('doc'),
  /** Route without its leading slash, such as `getting-started/quickstart`. */
  docId: text,
  label: optional,
  docsPluginId: optional,
})
const docSidebar = z.strictObject({
  ...itemFields,
  type: z.literal('docSidebar'),
  sidebarId: text,
  label: text,
  docsPluginId: optional,
})
/** Trusted HTML. */
const html = z.strictObject({ ...itemFields, type: z.literal('html'), value: filled })
const dropdown = z.strictObject({
  ...itemFields,
  type: z.literal('dropdown'),
  label: filled,
  items: z
    .array(
      z.discriminatedUnion('type', [link, doc, docSidebar, html], {
        error: ({ input }) => `\`${Object(input).type}\` is not allowed in a dropdown`,
      }),
    )
    .min(1, 'dropdown has no items'),
})
const localeDropdown = z.strictObject({ ...itemFields, type: z.literal('localeDropdown') })
const docsVersionDropdown = z.strictObject({
  ...itemFields,
  type: z.literal('docsVersionDropdown'),
  docsPluginId: optional,
})
const searchItem = z.strictObject({ ...itemFields, type: z.literal('search') })

const navbarItem = z.discriminatedUnion(
  'type',
  [link, doc, docSidebar, html, dropdown, localeDropdown, docsVersionDropdown, searchItem],
  { error: ({ input }) => `unknown navbar item type \`${Object(input).type}\`` },
)

/** A version of the pages of a docs plugin. */
const docsVersion = z.strictObject({
  /** Identifies the version, as in `Page.version`. */
  name: text,
  label: text,
  /** Route prefix. Empty for the version at the site's root. */
  path: text.regex(/^$|^\/.*[^/]$/, 'must begin with a slash and not end with one'),
  docsPluginId: optional,
})

/** A bar above the navbar. A changed `id` shows it again to readers who dismissed the earlier one. */
const announcementBar = z.strictObject({
  id: filled,
  /** Trusted inline HTML. */
  content: filled,
  isCloseable: z.boolean(),
  backgroundColor: color.exactOptional(),
  textColor: color.exactOptional(),
})

/** Search is embedded unless a hosted application is configured. */
const search = z
  .strictObject({
    appId: optional,
    apiKey: optional,
    indexName: optional,
    /** Route of the search page with the query in `q`, or false to disable it. */
    searchPagePath: z.union([text, z.literal(false)], { error: 'must be a string or false' }),
    /** Suggestions if a search finds nothing. Default: the navbar's pages. */
    suggestions: z.array(text).exactOptional(),
    /** Results with a matching URL open as external links. */
    externalUrlRegex: pattern.exactOptional(),
    replaceSearchResultPathname: z.strictObject({ from: pattern, to: text }).exactOptional(),
    /** Restricts results to the page's language and docs version. */
    contextualSearch: z.boolean(),
    searchParameters: z.record(text, z.unknown()).exactOptional(),
  })
  .refine(
    ({ appId, apiKey, indexName }) => new Set([appId, apiKey, indexName].map(Boolean)).size === 1,
    'a hosted search needs `appId`, `apiKey` and `indexName`',
  )

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

export const siteConfig = z
  .strictObject({
    title: text,
    tagline: text,
    /** Origin of the deployed site. */
    url: text.refine(
      (url) => URL.canParse(url) && !url.endsWith('/'),
      'must be an origin without a trailing slash',
    ),
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
      items: z.array(navbarItem),
      hideOnScroll: z.boolean(),
      /** `dark` keeps the navbar dark in both color modes, `primary` puts it on the brand color. */
      style: z.enum(['dark', 'primary']).exactOptional(),
    }),
    footer: z.strictObject({
      style: z.enum(['dark', 'light']).exactOptional(),
      /** Columns with titles, or plain links in one row separated by dots. */
      links: z
        .array(z.union([footerColumn, footerLink], { error: 'must be an object' }))
        .refine(
          (links) => new Set(links.map((entry) => 'items' in entry)).size < 2,
          'must be either all columns or all plain links',
        ),
      logo: logo.exactOptional(),
      copyright: optional,
    }),
    docs: z.strictObject({
      /** Where the preferred version of each docs plugin is stored. */
      versionPersistence: z.enum(['localStorage', 'none']),
      /** Newest first, by docs plugin. */
      versions: z.array(docsVersion).refine((versions) => {
        const names = versions.map(({ docsPluginId, name }) => `${docsPluginId} ${name}`)
        return new Set(names).size === names.length
      }, 'a version is listed twice'),
    }),
    /**
     * Entries of the language dropdown: each language is a site of its own, and `href` its start page. For a page among
     * its `routes` (`all` if it has all of this site's), the dropdown leads to that page instead.
     */
    locales: z.array(
      z.strictObject({
        code: text,
        label: text,
        href: text,
        routes: z.union([z.literal('all'), z.array(text)]).exactOptional(),
      }),
    ),
    search,
    /**
     * A hosted assistant (`src/search/hostedAnswers.ts`): an https URL or a path of this site.
     * Default: the embedded one, which answers from the pages in the reader's browser.
     */
    assistant: z
      .strictObject({
        endpoint: text.regex(
          /^(?:https:\/\/[^/]|\/(?!\/))/,
          'is neither an https address nor a path of this site',
        ),
      })
      .exactOptional(),
    /** Terms whose first use on a page links to their definition. */
    glossary: glossary.exactOptional(),
  })
  .refine(({ language, locales }) => locales.some(({ code }) => code === language), {
    error: 'must contain the `language`',
    path: ['locales'],
  })

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) !== undefined
  } catch {
    return false
  }
}

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

export interface ConfigProblem {
  /** Path in the configuration, such as `navbar.items[2]`. */
  readonly path: string
  readonly message: string
  /** The value as JSON. */
  readonly item: string
}

/** What has another shape than the schema says. */
export function shapeProblems(schema: z.ZodType, value: unknown): ConfigProblem[] {
  return schema.safeParse(value).error?.issues.flatMap((issue) => problemsOf(issue, [], value)) ?? []
}

type Issue = z.core.$ZodIssue

function problemsOf(issue: Issue, above: readonly PropertyKey[], whole: unknown): ConfigProblem[] {
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
      // An unknown item type: name the whole item.
      if ('discriminator' in issue)
        return found(path.slice(0, -1), issue.message, valueAt(path.slice(0, -1), whole))
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
