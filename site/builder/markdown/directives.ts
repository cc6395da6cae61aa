/** `:::note[Title]` containers become admonitions. The title is optional. */
import type { Root } from 'mdast'
import type { ContainerDirective } from 'mdast-util-directive'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import { admonitionKinds } from '../../src/mdx/Admonition.tsx'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'

/** Converts the containers of a page in place. */
export function renderDirectives(tree: Root, report: Reporter): void {
  visit(tree, (node) => {
    if (node.type === 'leafDirective') {
      report.error(
        `\`::${node.name}\` is not used in pages, admonitions open with \`:::\``,
        node.position?.start.line,
      )
    }
    if (node.type !== 'containerDirective') return
    const kind = admonitionKinds.find((one) => one === node.name)
    if (kind === undefined) {
      const message = `unknown admonition \`:::${node.name}\`${suggestion(node.name, admonitionKinds)}`
      report.error(message, node.position?.start.line)
    }
    const title = takeLabel(node)
    node.data = {
      ...node.data,
      hName: 'page-admonition',
      hProperties: { kind: kind ?? 'note', ...(title === undefined ? {} : { title }) },
    }
  })
}

function takeLabel(directive: ContainerDirective): string | undefined {
  const [first] = directive.children
  if (first?.type !== 'paragraph' || !first.data?.directiveLabel) return undefined
  directive.children.shift()
  return textOf(first)
}
