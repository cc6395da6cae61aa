/**
 * Reports mistakes that Markdown accepts silently by misinterpreting or dropping text.
 */
import type { Node, Root, Table } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import { MARKUP_AS_TEXT, shownAsText } from '../checks/checkMarkup.ts'
import type { Reporter } from '../problems.ts'

/** @param source the parsed text, with the file's lines */
export function reportSlips(tree: Root, source: string, report: Reporter): void {
  const lines = source.split('\n')
  visit(tree, (node, _, parent) => {
    const complaint = slipOf(node, parent, lines)
    if (complaint !== undefined) report.error(complaint, node.position?.start.line)
  })
}

function slipOf(node: Node, parent: Node | undefined, lines: readonly string[]): string | undefined {
  const one = node as Root['children'][number]
  switch (one.type) {
    case 'containerDirective':
      return isClosed(one, lines) ? undefined : `\`:::${one.name}\` is not closed by \`:::\``
    case 'code':
      return isClosed(one, lines) ? undefined : 'code fence is not closed'
    case 'table':
      return lostCell(one)
    case 'link':
      if (one.url === '') return 'link without a URL'
      return textOf(one) === '' ? `link \`${one.url}\` without text` : undefined
    case 'image':
      return one.alt ? undefined : `image \`${one.url}\` without alternative text`
    case 'text':
      if (parent?.type !== 'link' && /https?:\/\/\w/.test(one.value))
        return `URL outside a link and code: \`${one.value.trim()}\``
      return MARKUP_AS_TEXT.test(one.value) ? shownAsText(one.value) : undefined
    case 'mdxJsxFlowElement':
      return one.name === 'Tabs' ? slipOfTabs(one) : slipOfTab(one, parent)
    default:
      return undefined
  }
}

/** Whether the last line of a block is a closing mark, at least as long as the opening one. */
function isClosed({ position }: Node, lines: readonly string[]): boolean {
  const { start, end } = position!
  const mark = /^(?::|`|~){3,}/.exec(lines[start.line - 1]!.slice(start.column - 1))?.[0] ?? ''
  const last = lines[end.line - 1]!.replace(/^[\s>]*/, '').trimEnd()
  return end.line > start.line && last.startsWith(mark) && last === mark.charAt(0).repeat(last.length)
}

/** Finds a cell beyond the header's columns, which Markdown drops. */
function lostCell({ children: [head, ...rows] }: Table): string | undefined {
  const columns = head!.children.length
  const longer = rows.find((row) => row.children.length > columns)
  const lost = longer && textOf(longer.children[columns]!)
  return lost === undefined ? undefined : `table of ${columns} columns: \`${lost}\` is in an extra column`
}

function slipOfTabs({ children }: MdxJsxFlowElement): string | undefined {
  const other = children.find((child) => !isTab(child))
  if (other) return `\`<Tabs>\` can contain only \`<Tab>\`: \`${textOf(other).slice(0, 40)}\` is not one`
  if (children.length === 0) return '`<Tabs>` without a `<Tab>`'
  const labels = children.map((tab) => labelOf(tab as MdxJsxFlowElement))
  const twice = labels.find((label, at) => labels.indexOf(label) !== at)
  return twice === undefined ? undefined : `two tabs \`${twice}\` in one \`<Tabs>\``
}

function slipOfTab(element: MdxJsxFlowElement, parent: Node | undefined): string | undefined {
  if (!isTab(element) || (parent as MdxJsxFlowElement).name === 'Tabs') return undefined
  return '`<Tab>` is outside `<Tabs>`'
}

const isTab = (node: Node): boolean =>
  node.type === 'mdxJsxFlowElement' && (node as MdxJsxFlowElement).name === 'Tab'

const labelOf = ({ attributes }: MdxJsxFlowElement): unknown =>
  attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === 'label')?.value
