/** Parses pages: Markdown with tables, `:::` containers and our elements. */
import type { Root } from 'mdast'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import remarkDirective from 'remark-directive'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { visit } from 'unist-util-visit'
import { VFileMessage } from 'vfile-message'
import type { Reporter } from '../problems.ts'

const parser = unified().use(remarkParse).use(tables).use(remarkMdx).use(containerDirectives).freeze()

/** Parses a page body. Reports a syntax error at its line and returns an empty tree. */
export function parseMarkdown(body: string, report: Reporter): Root {
  try {
    const tree = parser.parse(escapeIds(body)) as Root
    unwrapElements(tree)
    return tree
  } catch (error) {
    if (!(error instanceof VFileMessage)) throw error
    report.error(`syntax: ${error.reason}`, lineOf(error))
    return { type: 'root', children: [] }
  }
}

/** For an unclosed element, only the message has the line where it starts: `(12:1-12:7)`. */
function lineOf({ line, reason }: VFileMessage): number | undefined {
  const written = line ?? /\((\d+):\d+-\d+:\d+\)/.exec(reason)?.[1]
  return written === undefined ? undefined : Number(written)
}

function tables(this: Processor): void {
  const data = this.data()
  ;(data.micromarkExtensions ??= []).push(gfmTable())
  ;(data.fromMarkdownExtensions ??= []).push(gfmTableFromMarkdown())
}

/** Only `:::name` containers, because the inline form would match the `:30` in `10:30`. */
function containerDirectives(this: Processor): void {
  remarkDirective.call(this)
  const extension = this.data().micromarkExtensions!.at(-1)!
  delete (extension as { text?: unknown }).text
}

/** Inline elements. All others are blocks. */
const INLINE_ELEMENTS = new Set(['Fact', 'Kbd'])

/** Removes paragraphs around lines that contain only block elements, such as cards. */
function unwrapElements(tree: Root): void {
  visit(tree, 'paragraph', (paragraph, index, parent) => {
    const elements = paragraph.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
    const areBlocks = elements.every(
      (child) => child.type === 'mdxJsxTextElement' && !INLINE_ELEMENTS.has(child.name ?? ''),
    )
    if (elements.length === 0 || !areBlocks) return undefined
    const blocks = elements.map((element) => ({ ...element, type: 'mdxJsxFlowElement' }))
    parent!.children.splice(index!, 1, ...(blocks as Root['children']))
    return index
  })
}

const FENCE = /^\s*(`{3,}|~{3,})/
const HEADING_ID = /^(#{1,6} .*?)\s*\{#([^\s{}]+)\}\s*$/
const ROW_ID = /^(\|(?:[^|\\]|\\.)*?)\s*\{#([^\s{}]+)\}\s*\|/

/** Escapes the braces of `{#id}` in headings and rows, because MDX would parse an expression. */
function escapeIds(body: string): string {
  let fence: string | undefined
  return body
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1]
      if (fence !== undefined) {
        if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
        return line
      }
      if (mark !== undefined) fence = mark
      return line.replace(HEADING_ID, '$1 \\{#$2\\}').replace(ROW_ID, '$1 \\{#$2\\} |')
    })
    .join('\n')
}
