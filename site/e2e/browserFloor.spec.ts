/** The built style sheets and scripts use what the oldest supported browsers have (`builder/client/browsers.ts`), or can do without. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, Identifier } from '@mdn/browser-compat-data'
import postcss, { type ChildNode } from 'postcss'
import { oldestBrowsers } from '../builder/client/browsers.ts'
import { expect, test } from './support/test.ts'

// A type import of JSON would have the compiler read 17 MB.
const { api, css, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
const dist = process.env['KEYWRIGHT_TEST_SITE'] ?? 'site/dist'
const assets = readdirSync(`${dist}/assets`).map((name) => `${dist}/assets/${name}`)
const documents = ['index', 'api/index', 'faq'].map((name) => `${dist}/${name}.html`)

/** Looks without which everything is still readable and works. */
const LOOKS = {
  'accent-color': 'the color of checkboxes',
  'box-decoration-break': 'the edges of code that wraps',
  'break-after': 'print',
  orphans: 'print',
  widows: 'print',
  'content-visibility': 'resets what is behind @supports',
  '::details-content': 'print',
  'field-sizing': 'fields that grow with their text',
  'overflow-clip-margin': 'shadows at the edge of a box',
  'overscroll-behavior': 'the page behind a list that has ended',
  'scrollbar-color': 'scrollbars',
  'scrollbar-width': 'scrollbars',
  'text-decoration': 'wavy lines become straight',
  'text-size-adjust': 'phones turned on their side',
  'view-transition-name': 'fading between pages',
  '::view-transition-group': 'fading between pages',
  '::view-transition-new': 'fading between pages',
  '::view-transition-old': 'fading between pages',
} as const

/** Calls that the code asks for or guards, and methods of our own or of libraries with the name of a newer one. */
const CALLS = {
  'asked for or guarded': [
    'ClipboardItem',
    'EditContext',
    'bytes',
    'captureStackTrace',
    'fromBase64',
    'fromHex',
    'getComposedRanges',
    'getTextFormats',
    'getType',
    'startViewTransition',
    'toHex',
    'updateCharacterBounds',
    'updateSelection',
    'updateSelectionBounds',
    'updateText',
    'yield',
  ],
  'works in part before, which is enough': ['timeout'],
  'methods of another class': [
    'destroy',
    'dispose',
    'escape',
    'external',
    'indices',
    'intercept',
    'intersection',
    'isValid',
    'refill',
    'take',
    'touches',
    'transform',
    'union',
    'xr',
  ],
} as const

/** Versions of which browsers are too new, for a feature. */
function tooNew({ __compat: compat }: Identifier): string[] {
  const firstOf = (browser: keyof typeof oldestBrowsers) => {
    const all = [compat!.support[browser] ?? []].flat()
    const whole = all.filter(({ flags, version_removed }) => !flags && !version_removed)
    return Math.min(...whole.map((one) => versionOf(one.version_added)), Number.POSITIVE_INFINITY)
  }
  const browsers = Object.keys(oldestBrowsers) as (keyof typeof oldestBrowsers)[]
  return browsers.flatMap((name) => (firstOf(name) > oldestBrowsers[name] ? `${name} ${firstOf(name)}` : []))
}

const versionOf = (version: unknown): number =>
  typeof version === 'string' && version !== 'preview'
    ? Number.parseFloat(version.replace('≤', ''))
    : Number.POSITIVE_INFINITY

const isGuarded = (node: ChildNode): boolean => {
  for (let at = node.parent; at && at.type !== 'root'; at = at.parent as ChildNode['parent'])
    if (at.type === 'atrule' && 'name' in at && at.name === 'supports') return true
  return false
}

/** Names of a node of a style sheet, with their features. */
function* featuresOf(node: ChildNode): Generator<readonly [string, Identifier | undefined]> {
  if (node.type === 'atrule') yield [`@${node.name}`, css['at-rules']?.[node.name]]
  else if (node.type === 'rule')
    for (const [name] of node.selector.matchAll(/::?[a-z][a-z-]*/g))
      yield [name, css.selectors?.[name.replace(/^:+/, '')]]
  else if (node.type === 'decl') {
    const name = node.prop.replace(/^-(?:webkit|moz)-/, '')
    const property = css.properties?.[name]
    // A prefixed property is for older browsers than the plain one.
    if (name === node.prop) yield [name, property]
    for (const [word] of node.value.matchAll(/[a-z][a-z-]*/g)) yield [name, property?.[word]]
    for (const [word] of node.value.matchAll(/[a-z-]+(?=\()/g))
      for (const type of Object.values(css['types'] as Record<string, Identifier>)) yield [word, type[word]]
  }
}

test('style sheets use what the oldest supported browsers have', () => {
  const inline = documents.map((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text).join(''),
  )
  const sheets = assets.filter((file) => file.endsWith('.css')).map((file) => readFileSync(file, 'utf8'))
  const found = new Map<string, string>()
  for (const sheet of [...inline, ...sheets])
    postcss.parse(sheet).walk((node) => {
      if (isGuarded(node)) return
      for (const [name, feature] of featuresOf(node)) {
        const versions = feature?.__compat ? tooNew(feature) : []
        if (versions.length > 0 && !(name in LOOKS)) found.set(name, versions.join(', '))
      }
    })
  expect(Object.fromEntries(found)).toEqual({})
})

/** Classes whose instances scripts of pages meet. A name elsewhere is our own. */
const MET =
  /^(?:Document|Element|HTML\w+|Node|Window|Navigator|Clipboard\w*|Selection|Range|\w*Event|History|Location|URL\w*|Abort\w+|Response|Request|Blob|Worker|MessagePort|Crypto|CSSStyleSheet|ShadowRoot|\w+Observer|Scheduler|EditContext|Text\w+coder|\w+Stream|IDB\w+|Array|ArrayBuffer|Error|Function|Iterator|Map|Math|Number|Object|Promise|RegExp|Set|String|Symbol|Uint8Array|JSON|FileReader|ReadableStream\w*Reader)$/

test('scripts call what the oldest supported browsers have', () => {
  const versions = new Map<string, string[][]>()
  for (const [owner, members] of [...Object.entries(api), ...Object.entries(javascript.builtins ?? {})])
    for (const [member, feature] of [[owner, members], ...Object.entries(members)] as [
      string,
      Identifier,
    ][]) {
      if (member === '__compat' || !feature.__compat || member.endsWith('_event')) continue
      const name = member.replace(/_static$/, '')
      if (MET.test(owner)) versions.set(name, [...(versions.get(name) ?? []), tooNew(feature)])
    }
  const known = new Set<string>(Object.values(CALLS).flat())
  const found = new Map<string, string>()
  for (const file of assets.filter((name) => name.endsWith('.js')))
    for (const [, method, made] of readFileSync(file, 'utf8').matchAll(
      /\.([a-z]\w*)(?=\()|\bnew ([A-Z]\w*)(?=\()/g,
    )) {
      const name = (method ?? made)!
      const every = versions.get(name)
      if (every?.every((one) => one.length > 0) && !known.has(name))
        found.set(name, `${every[0]!.join(', ')}, in ${file}`)
    }
  expect(Object.fromEntries(found)).toEqual({})
})

test('the pages name the oldest supported browsers', () => {
  const { chrome, firefox, safari } = oldestBrowsers
  const stated = `Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`
  expect(readFileSync(`${dist}/answers.html`, 'utf8').includes(stated), stated).toBe(true)
})
