/** Style sheets use existing tokens and named breakpoints and are in layers. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { brand } from '../../brand.ts'
import { namedMedia } from '../../builder/client/namedMedia.ts'
import { PAGE_STYLES, type PageStyle } from '../config/model.ts'
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
  it('uses only defined tokens', () => {
    const used = [...css.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name]) => name)
    expect(used.filter((name) => !defined.has(name))).toEqual([])
  })

  it.skipIf(css === tokens)('has no hard-coded colors or sizes that have a token', () => {
    expect(
      [...css.matchAll(/: [^;{]*(?:#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\()[^;{]*;/gi)].map(String),
    ).toEqual([])
    expect(
      [...css.matchAll(/font-size: ([\d.]+rem)/g)]
        .map(([, size]) => size)
        .filter((size) => sizes.includes(size)),
    ).toEqual([])
  })

  it('uses named breakpoints', () => {
    const conditions = [...css.matchAll(/@media([^{]*)/g)].map(([, condition]) => condition!.trim())
    expect(conditions.filter((condition) => /width|height/.test(condition))).toEqual([])
  })
})

const entries = [
  'configured',
  'frame',
  'content/articles',
  'late',
  ...PAGE_STYLES.flatMap((name) => [name, `${name}-late`]),
]

it.each(sheets.filter(({ file }) => !file.startsWith('styles')))(
  '$file is in the islands layer',
  ({ css }) => {
    expect(css.trim()).toMatch(/^(@import [^;]*layer\(islands\);\s*)?@layer islands \{.*\}$/s)
  },
)

const importsOf = (name: string) => {
  const { css } = sheets.find(({ file }) => file === join('styles', `${name}.css`))!
  const folder = posix.dirname(name)
  return [...css.matchAll(/@import "\.\/([\w/-]+)\.css"([^;]*);/g)].map(([, file, layer]) => ({
    file: posix.join(folder, file!),
    layer: layer!.trim(),
  }))
}

describe('the sheets of the shell', () => {
  /** Imported parts with their layers, in order. */
  const partsOf = (name: string): { file: string; layer: string }[] =>
    importsOf(name).flatMap((part) => (entries.includes(part.file) ? partsOf(part.file) : [part]))
  const ofDocument = (name: string) => [...partsOf(name), ...partsOf(`${name}-late`)]

  it.each(PAGE_STYLES)('are each in a layer: %s', (name) => {
    for (const { layer } of ofDocument(name)) expect(layer).toMatch(/^layer\(\w+\)$/)
  })

  /** Parts for kinds of pages that no in-site navigation leads to from this kind, and for other configurations. */
  const ELSEWHERE: Readonly<Record<PageStyle, readonly string[]>> = {
    home: ['shell/reference', 'shell/configured'],
    page: ['shell/reference', 'shell/configured'],
    reference: ['content/home', 'content/tour', 'shell/configured'],
  }

  it.each(PAGE_STYLES)('are each in a document once, inline or linked: %s', (name) => {
    const all = sheets.map(({ file }) => file).filter((file) => /^styles\b/.test(file))
    const named = all.map((file) => file.slice('styles/'.length, -'.css'.length).replaceAll('\\', '/'))
    expect(
      ofDocument(name)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(named.filter((file) => ![...entries, ...ELSEWHERE[name]].includes(file)).toSorted())
  })

  it.each(PAGE_STYLES)('declare the fonts in the inline sheet: %s', (name) => {
    expect(partsOf(name).map(({ file }) => file)).toContain('fonts')
  })
})

describe('namedMedia', () => {
  const rule = (params: string) => ({ params, error: (message: string) => new Error(message) })

  it('replaces a name with its condition', () => {
    const named = rule('not (--phone)')
    namedMedia.AtRule.media(named)
    expect(named.params).toBe(`not ${breakpoints.phone}`)
  })

  it('fails the build at an unknown name', () => {
    expect(() => namedMedia.AtRule.media(rule('(--huge)'))).toThrow(/no breakpoint `huge`/)
  })
})
