/**
 * A page and its Markdown twin say the same, in the same order: what is compared is what a reader of each would see, the twin
 * read by a reader of Markdown, so that a mark that slipped into the text is a difference.
 */
import type { Nodes as HastNodes } from 'hast'
import type { Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { beforeAll, expect, it } from 'vitest'
import { wholeSite } from '../wholeSite.ts'
import { classesOf, find } from './hast.ts'
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

it('page and twin say the same, in the same order', () => {
  const wrong = twins.flatMap(({ page, read }) =>
    missingIn(textOfTwin(read), runsOf(page.body)).map((run) => `${page.route}: ${run}`),
  )
  expect(wrong).toEqual([])
})

it('tells a row that a twin lacks, and rows in another order', () => {
  const rows = ['first row', 'second row', 'third row']
  expect(missingIn('first row third row', rows)).toEqual(['second row'])
  expect(missingIn('first row third row second row', rows)).toEqual(['third row'])
})

it('a twin holds no markup but Markdown’s own', () => {
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

/** Those that do not come after the one before. */
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

/** Space says nothing, nor does the dot that joins two lines of a cell. */
const withoutSpace = (text: string) => text.replace(/[\s·]+/g, '')

/**
 * What only works by script, says to the eye what stands beside it, or is said in Markdown's own way: the language of a
 * block. What an example answered stands in its twin as it was recorded (`machines.slow.test.ts`).
 */
const SILENT = new Set(['anchor', 'copy', 'visually-hidden', 'tab-label', 'needs-script', 'code-lang'])
const SILENT_TAGS = new Set(['button', 'svg', 'nav', 'script', 'style'])
const INLINE = new Set(
  'a abbr b bdi br cite code del em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/** Text between the borders of blocks, in the order of the page. */
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
    // The calls of the reference fold what a program wants to see at once.
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
