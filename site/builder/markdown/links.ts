/** Collects the links of a page and resolves links to Markdown files to routes. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Root } from 'mdast'
import type { MdxJsxAttribute } from 'mdast-util-mdx-jsx'
import { visit } from 'unist-util-visit'
import type { Reporter } from '../problems.ts'

/** A link or an image, checked when all pages are known. */
export interface PageLinkUse {
  readonly href: string
  readonly line: number | undefined
  readonly isImage?: true
}

export interface LinkOptions {
  /** Absolute path of the page's file. */
  readonly path: string
  /** Returns the route of a content file by absolute path, or undefined. */
  readonly routeOfPath: (path: string) => string | undefined
  /** Maps a route into the page's docs version. */
  readonly toVersion: (href: string) => string
}

/** Rewrites the links of a page in place. */
export function collectLinks(tree: Root, options: LinkOptions, report: Reporter): PageLinkUse[] {
  const links: PageLinkUse[] = []
  const use = (written: string, line: number | undefined): string => {
    const href = options.toVersion(resolveMarkdownLink(written, options, line, report))
    links.push({ href, line })
    return href
  }
  visit(tree, (node) => {
    const line = node.position?.start.line
    if (node.type === 'image') links.push({ href: node.url, line, isImage: true })
    else if (node.type === 'link' || node.type === 'definition') node.url = use(node.url, line)
    else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
      for (const attribute of node.attributes as MdxJsxAttribute[]) {
        if (attribute.name === 'href') attribute.value = use(String(attribute.value), line)
      }
    }
  })
  return links
}

const MARKDOWN_FILE = /^(?![a-z]+:|\/)([^#]+\.mdx?)(#.*)?$/i

function resolveMarkdownLink(
  href: string,
  { path, routeOfPath }: LinkOptions,
  line: number | undefined,
  report: Reporter,
): string {
  const match = MARKDOWN_FILE.exec(href)
  if (match === null) return href
  const target = resolve(dirname(path), match[1]!)
  const route = routeOfPath(target)
  if (route !== undefined) return route + (match[2] ?? '')
  const why = existsSync(target) ? 'the file is not a page' : 'the file does not exist'
  report.warn(`broken Markdown link \`${href}\`: ${why}`, line)
  return href
}
