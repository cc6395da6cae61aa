/** Renders the MDX of one page to a tree, with the data for later checks. */
import type { Element, Root as Tree } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Root } from 'mdast'
import type { MdxJsxAttribute, MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx'
import type { State } from 'mdast-util-to-hast'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { Heading } from '../../src/config/model.ts'
import { renderTree } from '../../src/frame/tree.ts'
import type { Reporter } from '../problems.ts'
import { checkElements } from './checkElements.ts'
import { components } from './components.tsx'
import { renderDirectives } from './directives.ts'
import type { Fence } from './fence.ts'
import { renderFences } from './fences.ts'
import { contentsOf, numberHeadings } from './headings.ts'
import { collectLinks, type LinkOptions, type PageLinkUse } from './links.ts'
import { parseMarkdown } from './parse.ts'
import { reportSlips } from './slips.ts'
import { anchorRows, labelTables } from './tables.ts'
import { numberTabs } from './tabs.ts'
import { linkTerms, type TermLinks } from './terms.ts'

export interface RenderedBody {
  readonly body: Tree
  readonly toc: readonly Heading[]
  readonly links: readonly PageLinkUse[]
  readonly fences: readonly Fence[]
}

export interface RenderOptions extends LinkOptions {
  /** Deepest allowed heading level. */
  readonly deepest: 3 | 4
  /** Terms to link at their first use. */
  readonly termLinks?: TermLinks | undefined
}

const toHast = unified()
  .use(remarkRehype, { handlers: { mdxJsxFlowElement: toElement, mdxJsxTextElement: toElement } })
  .freeze()

/** Converts an author's element. `checkElements` ensures that its attributes are literals. */
function toElement(state: State, element: MdxJsxFlowElement | MdxJsxTextElement): Element {
  const attributes = element.attributes as MdxJsxAttribute[]
  const properties = Object.fromEntries(attributes.map(({ name, value }) => [name, String(value)]))
  const children = state.all(element) as Element['children']
  return { type: 'element', tagName: element.name!, properties, children }
}

/** Renders a page body. Reports and skips invalid parts. */
export function renderBody(body: string, options: RenderOptions, report: Reporter): RenderedBody {
  const tree = parseMarkdown(body, report)
  checkElements(tree, report)
  renderDirectives(tree, report)
  numberHeadings(tree, report, options)
  if (options.termLinks) linkTerms(tree, options.termLinks)
  const links = collectLinks(tree, options, report)
  numberTabs(tree)
  labelTables(tree)
  anchorRows(tree, report)
  reportSlips(tree, body, report)
  const fences = renderFences(tree, options.path, report)
  const rendered = toTree(tree)
  return { body: rendered, toc: contentsOf(rendered), links, fences }
}

function toTree(tree: Root): Tree {
  const hast = toHast.runSync(tree)
  const element = toJsxRuntime(hast, {
    Fragment,
    jsx,
    jsxs,
    components,
    // Cell alignment would become a `style` attribute, which the content security policy blocks.
    tableCellAlignToStyle: false,
  })
  return renderTree(element)
}
