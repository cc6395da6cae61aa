/**
 * A page and its Markdown twin have the same text in the same order. The twin is parsed as Markdown, so stray syntax in
 * the text counts as a difference.
 */
import type { Nodes as HastNodes } from 'hast'
import type { Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { beforeAll, expect, it } from 'vitest'
import { classesOf, find } from '../../src/frame/hast.ts'
import { wholeSite } from '../wholeSite.ts'
import type { Twin } from './llms.ts'
import { twinsOf } from './machineFiles.ts'

let twins: readonly (Twin & { readonly read: Root })[]

beforeAll(async () => {
  const { site, pages } = await wholeSite()
  const made = twinsOf(
    pages.map(({ page }) => page),
    site.config.url,
  )
  twins = made.map((twin) => ({ ...twin, read: readMarkdown(twin.markdown) }))
}, 300_000)

it('page and twin have the same text in the same order', () => {
  const wrong = twins.flatMap(({ page, read }) =>
    missingIn(textOfTwin(read), runsOf(page.body)).map((run) => `${page.route}: ${run}`),
  )
  expect(wrong).toEqual([])
})

it('reports missing and reordered rows', () => {
  const rows = ['first row', 'second row', 'third row']
  expect(missingIn('first row third row', rows)).toEqual(['second row'])
  expect(missingIn('first row third row second row', rows)).toEqual(['third row'])
})

it('a twin contains only Markdown syntax', () => {
  const marks = twins.flatMap(({ page, read }) =>
    nodesOf(read)
      .filter(
        (node) =>
          node.type === 'html' || (node.type === 'text' && /\*\*|__|\]\(|^#+ |<\/?[a-z]+>/.test(node.value)),
      )
      .map((node) => `${page.route}: ${'value' in node ? node.value : ''}`),
  )
  expect(marks).toEqual([])
})

/** Runs that don't follow the previous one. */
function missingIn(text: string, runs: readonly string[]): string[] {
  const whole = withoutSpace(text)
  let at = 0
  return runs.filter((run) => {
    const found = whole.indexOf(withoutSpace(run), at)
    if (found >= 0) at = found + withoutSpace(run).length
    return found < 0
  })
}

const reader = unified().use(remarkParse).use(remarkGfm).freeze()
const readMarkdown = (markdown: string): Root => reader.parse(markdown)

function nodesOf(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesOf) : [])]
}

function textOfTwin(node: Nodes): string {
  if (node.type === 'code') return ` ${/title="(.*)"$/.exec(node.meta ?? '')?.[1] ?? ''} ${node.value}`
  if (node.type === 'html') return ''
  if ('value' in node) return node.value.replace(/ ?\{#[\w-]+\}/g, '')
  return 'children' in node ? node.children.map(textOfTwin).join('') : ''
}

/** Ignores spaces and the dot that joins two lines of a cell. */
const withoutSpace = (text: string) => text.replace(/[\s·]+/g, '')

/**
 * Elements that need scripts, repeat text next to them, or are part of Markdown's syntax, like the language of a code
 * block. `wholeSite.slow.test.ts` checks the recorded output of examples.
 */
const SILENT = new Set(['anchor', 'copy', 'visually-hidden', 'tab-label', 'needs-script', 'code-lang'])
const SILENT_TAGS = new Set(['button', 'svg', 'nav', 'script', 'style'])
const INLINE = new Set(
  'a abbr b bdi br cite code del em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/** Text between block boundaries, in page order. */
function runsOf(page: HastNodes): string[] {
  const runs: string[] = []
  let run = ''
  const end = () => {
    if (withoutSpace(run) !== '') runs.push(run.trim())
    run = ''
  }
  const walk = (node: HastNodes): void => {
    if (node.type === 'text') run += node.value
    if (!('children' in node)) return
    if (node.type !== 'element') {
      node.children.forEach(walk)
      return
    }
    const { tagName, children, properties } = node
    if (SILENT_TAGS.has(tagName) || properties.role === 'tablist') return
    if (classesOf(node).some((name) => SILENT.has(name))) return
    // The reference collapses fields that the twin shows.
    if (tagName === 'details' && classesOf(node).includes('field-fold')) {
      for (const child of children) if (!('tagName' in child && child.tagName === 'summary')) walk(child)
      return
    }
    if (properties.dataExample !== undefined) {
      end()
      walk(find(node, ({ tagName }) => tagName === 'figure')!)
      return
    }
    if (tagName === 'pre' || INLINE.has(tagName)) {
      if (tagName === 'pre') end()
      children.forEach(walk)
      if (tagName === 'pre') end()
      return
    }
    end()
    children.forEach(walk)
    end()
  }
  walk(page)
  end()
  return runs
}
