/** Generates ids for tabs that are unique on the page. */
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
