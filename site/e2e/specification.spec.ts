/** Every list of the specification (`support/specification.yaml`) in the API description and on the built pages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteConfig } from '../src/config/schema.ts'
import { OWN, routes } from './support/routes.ts'
import {
  builtRoutes,
  contentsOf,
  type Described,
  filesEnding,
  listOf,
  sectionsOf,
  site,
  specification,
  textOf,
} from './support/specification.ts'
import { expect, test } from './support/test.ts'

const description = JSON.parse(readFileSync(join(site, 'openapi.json'), 'utf8')) as {
  readonly paths: Readonly<
    Record<string, { readonly post: { readonly operationId: string; readonly 'x-call': Call } }>
  >
  readonly components: { readonly schemas: Readonly<Record<string, Described>> }
  readonly 'x-activities-without-path': readonly {
    readonly types: readonly string[]
    readonly parameters: { readonly $ref: string }
  }[]
}
interface Call {
  readonly kind: string
  /** `later` for what the specification doesn't list. */
  readonly era?: string
}
const { schemas } = description.components

const sections = builtRoutes().flatMap(sectionsOf)
const reference = sectionsOf('/api/')
/** The section of a call in the reference. */
const sectionOf = (call: string) => reference.find(({ text }) => new RegExp(`^${call}\\s`).test(text.trim()))
const stands = (names: readonly string[]) =>
  sections.some(({ code }) => names.every((name) => code.has(name)))
const missingIn = (text: string, words: readonly string[]) =>
  words.filter((word) => !text.includes(word.replace(/\s+/g, ' ')))

test('navbar and footer have their items', () => {
  const html = readFileSync(join(site, 'index.html'), 'utf8')
  const { navbar, footer } = specification
  expect(missingIn(html.replace(/<[^>]+>/g, ' '), listOf(navbar))).toEqual([])
  const groups = html.slice(html.indexOf('<footer'))
  expect(missingIn(groups, listOf(footer))).toEqual([])
})

test('every object has its fields, in the description and together on a page', () => {
  for (const [name, list] of Object.entries(specification.entities)) {
    const fields = listOf(list)
    expect.soft(Object.keys(schemas[name]?.properties ?? {}), name).toEqual(expect.arrayContaining(fields))
    expect.soft(stands(fields), `${name} stands on no page`).toBe(true)
  }
})

test('every enumeration has its members, in the description and on a page', () => {
  for (const [name, list] of Object.entries(specification.enums)) {
    const members = listOf(list).map((short) => memberOf(name, short))
    expect.soft(members, name).not.toContain(undefined)
    expect.soft(stands(members.map(String)), `${name} stands on no page: ${members}`).toBe(true)
  }
})

/** The member with this short name: `ETHEREUM` of `TransactionType` is `TRANSACTION_TYPE_ETHEREUM`. */
const memberOf = (name: string, short: string): string | undefined =>
  schemas[name]?.enum
    ?.filter((member) => member === short || member.endsWith(`_${short}`))
    .sort((a, b) => a.length - b.length)[0]

test('every submit has the common frame', () => {
  const bodies = Object.entries(schemas).filter(([name]) => /Body(V\d+)?$/.test(name))
  expect(bodies.length).toBeGreaterThan(50)
  for (const [name, body] of bodies)
    expect.soft(requiredOf(body), name).toEqual(expect.arrayContaining(listOf(specification.frame)))
  expect(stands(listOf(specification.frame))).toBe(true)
})

/** Required members of a schema, including those of the schemas that it extends. */
function requiredOf({ $ref, required = [], allOf = [] }: Described): string[] {
  const extended = [...($ref ? [schemas[$ref.split('/').at(-1)!]!] : []), ...allOf]
  return [...required, ...extended.flatMap(requiredOf)]
}

test('the rules for members stand in the description', () => {
  for (const [place, rules] of Object.entries(specification.members)) {
    const [name, member] = place.split('.') as [string, string]
    const own = schemas[name]!.properties![member]!
    const found = { ...(own.$ref ? schemas[own.$ref.split('/').at(-1)!] : {}), ...own }
    for (const [key, value] of Object.entries(rules)) {
      if (key === 'description') expect.soft(found['description'], place).toContain(value)
      else expect.soft(found[key], `${key} of ${place}`).toEqual(value)
    }
  }
  for (const [name, list] of Object.entries(specification.required))
    expect.soft([...(schemas[name]!.required ?? [])].sort(), name).toEqual(listOf(list).sort())
})

for (const kind of ['query', 'submit'] as const) {
  test(`every ${kind} is in the description and in the reference`, () => {
    const names = listOf(specification[kind === 'query' ? 'queries' : 'submits'])
    for (const name of names) {
      const call = description.paths[`/public/v1/${kind}/${name}`]?.post
      expect.soft(call?.operationId, name).toBe(name)
      expect.soft(call?.['x-call'].kind, name).toBe(kind)
      expect.soft(call?.['x-call'].era, name).toBeUndefined()
      expect.soft(sectionOf(name)?.text, name).toContain(`/public/v1/${kind}/${name}`)
    }
  })
}

test('every payload of a call stands in its section of the reference', () => {
  for (const [call, { request, answer }] of Object.entries(specification.payloads)) {
    const fields = [request, answer].flatMap((list) => (list ? listOf(list) : []))
    const { code } = sectionOf(call)!
    expect
      .soft(
        fields.filter((field) => !code.has(field)),
        call,
      )
      .toEqual([])
  }
})

test('intents without a path have schemas, and their fields with types stand on a page', () => {
  const activities = description['x-activities-without-path']
  const shown = reference.find(({ text }) => text.trim().startsWith('Activity types without a call'))!
  for (const [type, list] of Object.entries(specification.withoutPath)) {
    const activity = activities.find(({ types }) => types.includes(type))
    const name = activity?.parameters.$ref.split('/').at(-1)
    expect.soft(Object.keys(schemas[name!]!.properties!), type).toEqual(expect.arrayContaining(listOf(list)))
    expect.soft([...shown.code]).toContain(type)
    for (const field of listOf(list))
      expect.soft(shown.text).toMatch(new RegExp(`${field}: (list of )?[\\w ()]+, required`))
  }
})

test('the configuration has its fields, which stand on the page for maintainers', () => {
  const { code } = sectionsOf('/markdown-page').find(({ text }) => text.startsWith('Site configuration'))!
  for (const [path, list] of Object.entries(specification.configuration)) {
    const known = keysAt(siteConfig, path.split('.'))
    expect.soft(known, path).toEqual(expect.arrayContaining(listOf(list)))
    expect
      .soft(
        [path, ...listOf(list)].filter((name) => !code.has(name)),
        path,
      )
      .toEqual([])
  }
})

interface Shape {
  readonly shape?: Readonly<Record<string, Shape>>
  readonly element?: Shape
  readonly options?: readonly Shape[]
  readonly unwrap?: () => Shape
}

/** The keys of the object at a path of a schema. */
function keysAt(schema: unknown, [first, ...rest]: readonly string[]): string[] {
  const { shape, element, options, unwrap } = schema as Shape
  const again = (inner: Shape) => keysAt(inner, first === undefined ? [] : [first, ...rest])
  if (shape) return first === undefined ? Object.keys(shape) : keysAt(shape[first], rest)
  if (element) return again(element)
  if (options) return options.flatMap(again)
  return unwrap ? again(unwrap.call(schema)) : []
}

test('the interface has its texts', () => {
  const scripts = filesEnding('.js').concat('index.html')
  const all = scripts.map((file) => readFileSync(join(site, file), 'utf8')).join('\n')
  expect(missingIn(all, specification.texts)).toEqual([])
})

test('the contents of every page list its headings of levels 2 and 3', () => {
  // The home page has no contents, and the API reference has its own list of calls.
  const listing = builtRoutes().filter((route) => !['/', '/api/'].includes(route))
  for (const route of listing) {
    const { headings, contents } = contentsOf(route)
    expect.soft(contents, route).toEqual(headings.length > 1 ? headings : [])
  }
  expect(contentsOf('/sdks/react').contents).toContain('keywright-react-hooks')
})

test('every constant and limit is told on the page where a reader looks for it', () => {
  for (const table of [specification.said, specification.limits])
    for (const [route, words] of Object.entries(table))
      expect.soft(missingIn(textOf(route), words), route).toEqual([])
})

test('what the site adds to the specification stands on the page for maintainers', () => {
  const told = new Map(
    sectionsOf('/markdown-page')
      .filter(({ text }) => /^(Calls|Fields and values|Routes)/.test(text))
      .map(({ text, code }) => [/^\w+/.exec(text)![0], code]),
  )
  const specified = [...listOf(specification.queries), ...listOf(specification.submits)]
  const calls = Object.values(description.paths).map(({ post }) => post.operationId)
  const fields = Object.entries(specification.entities).flatMap(([name, list]) =>
    beyond(name, Object.keys(schemas[name]!.properties!), listOf(list)),
  )
  const members = Object.entries(specification.enums).flatMap(([name, list]) =>
    beyond(
      name,
      schemas[name]!.enum!,
      listOf(list).map((short) => memberOf(name, short)),
    ),
  )
  const known = new Set(routes.filter((route) => !OWN.includes(route)))
  const added = {
    Calls: calls.filter((call) => !specified.includes(call)),
    Fields: [...fields, ...members],
    Routes: builtRoutes().filter((route) => !known.has(route)),
  }
  for (const [title, names] of Object.entries(added)) {
    expect(names.length).toBeGreaterThan(5)
    expect
      .soft(
        names.filter((name) => !told.get(title)!.has(name)),
        title,
      )
      .toEqual([])
  }
})

/** The object and those of its members that the specification doesn't list. */
function beyond(name: string, all: readonly string[], listed: readonly unknown[]): string[] {
  const rest = all.filter((member) => !listed.includes(member))
  return rest.length > 0 ? [name, ...rest] : []
}
