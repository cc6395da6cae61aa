import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { sdkPages } from './places.ts'
import { SdkReference } from './SdkReference.tsx'
import { type SdkSymbol, sdkSymbols } from './symbols.ts'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const entries = Object.keys(sdkPages)
const markup = new Map(entries.map((entry) => [entry, renderToStaticMarkup(<SdkReference of={entry} />)]))
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
const idsOn = (page: string) =>
  entries.filter((entry) => sdkPages[entry] === page).flatMap((entry) => idsOf(markup.get(entry)!))

/** The source file of an entry point. */
function sourceOf(entry: string): string {
  if (entry === 'keywright/testing') return 'sdk/testing/src/index.ts'
  const [, name, path] = /^@keywright\/([^/]+)(.*)$/.exec(entry)!
  const { exports } = JSON.parse(read(`sdk/${name}/package.json`))
  return `sdk/${name}/${exports[`.${path}`].slice(2)}`
}

describe.each(entries)('the reference of %s', (entry) => {
  it('is on its page', () => {
    expect(read(`site/content${sdkPages[entry]}.mdx`)).toContain(`<SdkReference of="${entry}" />`)
  })

  it('has the functions and classes that the entry point exports', () => {
    const exported = [...read(sourceOf(entry)).matchAll(/^export \{([^}]+)\} from '\./gm)]
      .flatMap(([, names]) => names!.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
    const known = sdkSymbols().filter((symbol) => symbol.entry === entry)
    expect(exported.filter((name) => !known.some((symbol) => symbol.name === name))).toEqual([])
  })

  it('has links that lead to definitions', () => {
    const links = [...markup.get(entry)!.matchAll(/ href="([^"#]*)#([^"]+)"/g)].filter(
      ([, page]) => page === '' || Object.values(sdkPages).includes(page!),
    )
    const broken = links.filter(([, page, id]) => !idsOn(page || sdkPages[entry]!).includes(id!))
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

it('names a default only if the source states one', () => {
  const html = markup.get('@keywright/client/dev')!
  expect(html).toMatch(/nonce<\/code><\/th>.*?<td>optional<\/td>/)
  expect(html).toMatch(/milliseconds<\/code><\/th>.*?<td>1,000<\/td>/)
  expect(entries.filter((entry) => markup.get(entry)!.includes('<code>...</code>'))).toEqual([])
})

it('no page has an anchor twice', () => {
  const pages = [...new Set(Object.values(sdkPages))]
  const twice = pages.flatMap((page) => {
    const ids = idsOn(page)
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${page}#${id}`)
  })
  expect(twice).toEqual([])
})

it('every function and method says what it does', () => {
  const silent = ({ name, kind, text, calls = [] }: SdkSymbol) =>
    calls
      .filter((call) => call.name !== 'constructor' && !call.text && !(kind === 'function' && text))
      .map((call) => `${name}: ${call.name}`)
  expect(
    sdkSymbols()
      .filter(({ kind }) => kind !== 'type')
      .flatMap(silent),
  ).toEqual([])
})
