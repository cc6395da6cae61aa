/**
 * Runtime shape checks of the site's configuration. The build doesn't type-check, so a value of the wrong type would
 * otherwise fail somewhere inside.
 */

/** Path, message and the value as JSON. */
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

const text = kind((value) => typeof value === 'string', 'must be a string')
const flag = kind((value) => typeof value === 'boolean', 'must be true or false')
const textOrFalse = kind((value) => typeof value === 'string' || value === false, 'must be a string or false')
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

/** Keys that end in `?` are optional. Unknown keys are problems. */
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
        say(problems, below(key), 'is not a setting', value[key])
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
  // `validate.ts` checks items by their type.
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
  locales: listOf(object({ code: text, label: text, href: text })),
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

/** A route, a link with its own label, or a category. */
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

/** Values of the wrong type in a `site.config.ts`. */
export const configShapeProblems = problemsOf(config)
/** Values of the wrong type in a `sidebars.ts`. */
export const mapShapeProblems = problemsOf(map)

/** Fields of navbar items that must be strings. */
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

/** Names of a navbar item's fields that must be strings but aren't. */
export const wrongTexts = (item: object): string[] =>
  ITEM_TEXTS.filter((key) => {
    const value = (item as Record<string, unknown>)[key]
    return value !== undefined && typeof value !== 'string'
  })
