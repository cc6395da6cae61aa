import { describe, expect, it } from 'vitest'
import { labelCells } from './labelCells.ts'
import { parseTree, treeToHtml } from './tree.ts'

const labeled = (html: string) => treeToHtml(labelCells(parseTree(html)))

describe('labelCells', () => {
  it('names the cells of a table of three columns', () => {
    const html = labeled(
      '<table><thead><tr><th>A</th><th><code>B</code> c</th><th>D</th></tr></thead><tbody><tr><th>1</th><td>2</td><td>3</td></tr></tbody></table>',
    )
    expect(html).toContain('<table data-cards="">')
    expect(html).toContain('<th data-label="A">1</th><td data-label="B c">2</td><td data-label="D">3</td>')
    expect(html).toContain('<th>A</th>')
  })

  it('leaves a table of two columns as it is', () => {
    const html =
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
    expect(labeled(html)).toBe(html)
  })
})
