/** Tabs need ids that are unique in their page, which no author writes. */
import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** Gives every `<Tabs>` of a page its `id`, in page order. */
export function numberTabs(tree: Root): void {
  let count = 0
  visit(tree, 'mdxJsxFlowElement', (element) => {
    if (element.name !== 'Tabs') return
    count += 1
    element.attributes.push({ type: 'mdxJsxAttribute', name: 'id', value: `tabs-${count}` })
  })
}
