import { describe, expect, it } from 'vitest'
import { markFar } from './markFar.ts'
import { parseTree, treeToHtml } from './tree.ts'

const marked = (html: string) => treeToHtml(markFar(parseTree(html)))
const block = `<p>${'x'.repeat(5_000)}</p>`

describe('content far down a page', () => {
  it('is marked below the content of a tall window, regardless of block length', () => {
    expect(marked(`${block}<p>a</p>`)).not.toContain('data-far')
    expect(marked(`${block.repeat(6)}<p>a</p>`)).toContain('<p data-far="">a</p>')
  })

  it('excludes headings, because the contents need their position', () => {
    expect(marked(`${block.repeat(6)}<h2 id="a">a</h2><ul><li>b</li></ul>`)).toContain(
      '<h2 id="a">a</h2><ul data-far="">',
    )
  })

  it('leaves a short page unchanged', () => {
    const short = '<h2>a</h2><p>b <b>c</b></p><pre>d</pre>'
    expect(marked(short)).toBe(short)
  })
})
