import { describe, expect, it } from 'vitest'
import { markFar } from './markFar.ts'
import { parseTree, treeToHtml } from './tree.ts'

const marked = (html: string) => treeToHtml(markFar(parseTree(html)))
const block = `<p>${'x'.repeat(5_000)}</p>`

describe('what is far down a page', () => {
  it('is marked below what fills a high window, however long a single block is', () => {
    expect(marked(`${block}<p>a</p>`)).not.toContain('data-far')
    expect(marked(`${block.repeat(6)}<p>a</p>`)).toContain('<p data-far="">a</p>')
  })

  it('is never a heading, of which the contents ask where it stands', () => {
    expect(marked(`${block.repeat(6)}<h2 id="a">a</h2><ul><li>b</li></ul>`)).toContain(
      '<h2 id="a">a</h2><ul data-far="">',
    )
  })

  it('changes nothing on a short page', () => {
    const short = '<h2>a</h2><p>b <b>c</b></p><pre>d</pre>'
    expect(marked(short)).toBe(short)
  })
})
