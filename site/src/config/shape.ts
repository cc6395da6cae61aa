/**
 * The shape of what a site is configured by. The compiler checks it where it is asked; a build runs without one, and a
 * value of another kind would end it somewhere inside.
 */

/** Where in the file, what is wrong, and the value as JSON. */
export interface ShapeProblem {
  readonly path: string
  readonly message: string
  readonly item: string
}

type Check = (value: unknown, path: string, problems: ShapeProblem[]) => void

const say = (problems: ShapeProblem[], path: string, message: string, value: unknown) =>
  void problems.push({ path, message, item: JSON.stringify(value) ?? String(value) })

const kind =
  (holds: (value: unknown) => boolean, message: string): Check =>
  (value, path, problems) => {
    if (!holds(value)) say(problems, path, message, value)
  }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp)

const text = kind((value) => typeof value === 'string', 'must be a text')
const flag = kind((value) => typeof value === 'boolean', 'must be true or false')
const textOrFalse = kind(
  (value) => typeof value === 'string' || value === false,
  'must be a text, or false for none',
)
const pattern = kind((value) => value instanceof RegExp, 'must be a regular expression')
const anything: Check = () => {}

const listOf =
  (check: Check): Check =>
  (value, path, problems) => {
    if (!Array.isArray(value)) say(problems, path, 'must be a list', value)
    else for (const [index, one] of value.entries()) check(one, `${path}[${index}]`, problems)
  }

const valuesOf =
  (check: Check): Check =>
  (value, path, problems) => {
    if (!isObject(value)) say(problems, path, 'must be an object', value)
    else
      for (const [key, one] of Object.entries(value))
        check(one, path === '' ? key : `${path}.${key}`, problems)
  }

/** Keys that end in `?` may be left out; others than these are none. */
const object =
  (keys: Readonly<Record<string, Check>>): Check =>
  (value, path, problems) => {
    if (!isObject(value)) return say(problems, path || 'default export', 'must be an object', value)
    const below = (key: string) => (path === '' ? key : `${path}.${key}`)
    for (const [written, check] of Object.entries(keys)) {
      const key = written.replace(/\?$/, '')
      if (value[key] !== undefined) check(value[key], below(key), problems)
      else if (key === written) say(problems, below(key), 'is missing', value)
    }
    for (const key of Object.keys(value))
      if (!Object.hasOwn(keys, key) && !Object.hasOwn(keys, `${key}?`))
        say(problems, below(key), 'is no setting', value[key])
  }

const logo = object({ alt: text, 'src?': text, 'srcDark?': text, 'href?': text })
const link = object({ label: text, 'to?': text, 'href?': text })

const footerEntry: Check = (value, path, problems) =>
  (isObject(value) && 'items' in value ? object({ title: text, items: listOf(link) }) : link)(
    value,
    path,
    problems,
  )

const config = object({
  title: text,
  tagline: text,
  url: text,
  titleDelimiter: text,
  language: text,
  'editUrl?': text,
  'announcementBar?': object({
    id: text,
    content: text,
    isCloseable: flag,
    'backgroundColor?': text,
    'textColor?': text,
  }),
  colorMode: object({ defaultMode: text, disableSwitch: flag, respectPrefersColorScheme: flag }),
  // What an item is says its type (`validate.ts`).
  navbar: object({
    'title?': text,
    'logo?': logo,
    items: listOf(anything),
    hideOnScroll: flag,
    'style?': text,
  }),
  footer: object({ 'style?': text, links: listOf(footerEntry), 'logo?': logo, 'copyright?': text }),
  docs: object({
    versionPersistence: text,
    versions: listOf(object({ name: text, label: text, path: text, 'docsPluginId?': text })),
  }),
  locales: listOf(object({ code: text, label: text, path: text })),
  search: object({
    'appId?': text,
    'apiKey?': text,
    'indexName?': text,
    searchPagePath: textOrFalse,
    'suggestions?': listOf(text),
    'externalUrlRegex?': text,
    'replaceSearchResultPathname?': object({ from: text, to: text }),
    contextualSearch: flag,
    'searchParameters?': valuesOf(anything),
  }),
  'assistant?': object({ endpoint: text }),
  'glossary?': object({ href: text, terms: listOf(object({ written: pattern, 'home?': text })) }),
})

/** A route, a link with a label of its own, or a category of them. */
const sidebarItem: Check = (value, path, problems) => {
  if (typeof value === 'string') return
  if (!isObject(value)) say(problems, path, 'must be a route, a link or a category', value)
  else if ('href' in value) object({ href: text, label: text })(value, path, problems)
  else object({ label: text, 'index?': text, items: listOf(sidebarItem) })(value, path, problems)
}

const map = object({
  sidebars: valuesOf(listOf(sidebarItem)),
  unlisted: listOf(text),
  promised: listOf(text),
})

const problemsOf = (check: Check) => (value: unknown) => {
  const problems: ShapeProblem[] = []
  check(value, '', problems)
  return problems
}

/** What in a `site.config.ts` is of another kind than it must be. */
export const configShapeProblems = problemsOf(config)
/** What in a `sidebars.ts` is of another kind than it must be. */
export const mapShapeProblems = problemsOf(map)

/** Fields of a navbar item that are texts wherever they stand. */
const ITEM_TEXTS = [
  'type',
  'label',
  'to',
  'href',
  'position',
  'docId',
  'sidebarId',
  'docsPluginId',
  'value',
] as const

/** Names of a navbar item's fields that should be texts and are not. */
export const wrongTexts = (item: object): string[] =>
  ITEM_TEXTS.filter((key) => {
    const value = (item as Record<string, unknown>)[key]
    return value !== undefined && typeof value !== 'string'
  })
