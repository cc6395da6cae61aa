/** From the text of a page to its syntax tree: Markdown with tables, `:::` containers and our elements. */
import type { Root } from 'mdast'
import remarkDirective from 'remark-directive'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { VFileMessage } from 'vfile-message'
import type { Reporter } from '../problems.ts'

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).use(containerDirectives).freeze()

/** Parses a page body. A slip of syntax is reported at its line and answers an empty tree. */
export function parseMarkdown(body: string, report: Reporter): Root {
  try {
    return parser.parse(escapeHeadingIds(body)) as Root
  } catch (error) {
    if (!(error instanceof VFileMessage)) throw error
    report.error(`syntax: ${error.reason}`, error.line ?? undefined)
    return { type: 'root', children: [] }
  }
}

/** Only `:::name` containers: the inline form would turn the `:30` of `10:30` into an element. */
function containerDirectives(this: Processor): void {
  remarkDirective.call(this)
  const extension = this.data().micromarkExtensions!.at(-1)!
  delete (extension as { text?: unknown }).text
}

const FENCE = /^\s*(`{3,}|~{3,})/
const HEADING_ID = /^(#{1,6} .*?)\s*\{#([^\s{}]+)\}\s*$/

/** MDX reads `{#id}` as an expression, so the braces of headings outside code are escaped first. */
function escapeHeadingIds(body: string): string {
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
      return line.replace(HEADING_ID, '$1 \\{#$2\\}')
    })
    .join('\n')
}
