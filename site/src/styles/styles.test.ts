/** Style sheets use tokens that exist and widths that have a name, and each stands in a layer. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { brand } from '../../brand.ts'
import { namedMedia } from '../../build/client/namedMedia.ts'
import { PAGE_STYLES } from '../model.ts'
import { breakpoints } from './breakpoints.ts'

const src = fileURLToPath(new URL('../', import.meta.url))
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: readFileSync(join(src, file), 'utf8').replace(/\/\*.*?\*\//gs, '') }))

const defined = new Set([
  ...Object.keys(brand.colors).map((name) => `--${name}`),
  ...sheets.flatMap(({ css }) => [...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
])

const { css: tokens } = sheets.find(({ file }) => file === join('styles', 'tokens.css'))!
const sizes = [...tokens.matchAll(/--size-[\w-]+: ([\d.]+rem)/g)].map(([, size]) => size)

describe.each(sheets)('$file', ({ css }) => {
  it('uses tokens that are defined', () => {
    const used = [...css.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name]) => name)
    expect(used.filter((name) => !defined.has(name))).toEqual([])
  })

  it.skipIf(css === tokens)('has no color of its own, and no size that has a name', () => {
    expect(
      [...css.matchAll(/: [^;{]*(?:#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\()[^;{]*;/gi)].map(String),
    ).toEqual([])
    expect(
      [...css.matchAll(/font-size: ([\d.]+rem)/g)]
        .map(([, size]) => size)
        .filter((size) => sizes.includes(size)),
    ).toEqual([])
  })

  it('names its breakpoints', () => {
    const conditions = [...css.matchAll(/@media([^{]*)/g)].map(([, condition]) => condition!.trim())
    expect(conditions.filter((condition) => /width|height/.test(condition))).toEqual([])
  })
})

const entries = ['frame', 'index', ...PAGE_STYLES]

it.each(sheets.filter(({ file }) => !file.startsWith('styles')))(
  '$file stands in the layer of the islands',
  ({ css }) => {
    expect(css.trim()).toMatch(/^(@import [^;]*layer\(islands\);\s*)?@layer islands \{.*\}$/s)
  },
)

const importsOf = (name: string) => {
  const { css } = sheets.find(({ file }) => file === join('styles', `${name}.css`))!
  return [...css.matchAll(/@import "\.\/([\w/-]+)\.css"([^;]*);/g)].map(([, file, layer]) => ({
    file: file!,
    layer: layer!.trim(),
  }))
}

describe('the sheets of the shell', () => {
  /** Parts with their layers, in order, entries resolved. */
  const partsOf = (name: string): { file: string; layer: string }[] =>
    importsOf(name).flatMap((part) => (entries.includes(part.file) ? partsOf(part.file) : [part]))
  const whole = partsOf('index')

  it('stand in a layer each', () => {
    for (const { layer } of whole) expect(layer).toMatch(/^layer\(\w+\)$/)
  })

  it('are all in the whole one', () => {
    const all = sheets.map(({ file }) => file).filter((file) => /^styles\b/.test(file))
    const named = all.map((file) => file.slice('styles/'.length, -'.css'.length).replaceAll('\\', '/'))
    expect(whole.map(({ file }) => file).toSorted()).toEqual(
      named.filter((file) => !entries.includes(file)).toSorted(),
    )
  })

  it.each(PAGE_STYLES)('come in one order: %s', (name) => {
    const order = whole.map(({ file }) => file)
    const places = partsOf(name).map(({ file }) => order.indexOf(file))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })
})

describe('namedMedia', () => {
  const rule = (params: string) => ({ params, error: (message: string) => new Error(message) })

  it('puts a condition in the place of its name', () => {
    const named = rule('not (--phone)')
    namedMedia.AtRule.media(named)
    expect(named.params).toBe(`not ${breakpoints.phone}`)
  })

  it('ends the build at a name that there is none of', () => {
    expect(() => namedMedia.AtRule.media(rule('(--huge)'))).toThrow(/no breakpoint `huge`/)
  })
})
