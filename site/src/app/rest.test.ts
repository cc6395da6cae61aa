import { describe, expect, it } from 'vitest'
import { beginningOf, markRest, putAtRest } from './rest.ts'
import { parseTree, treeToHtml } from './tree.ts'

const marked = (html: string) => treeToHtml(markRest(parseTree(html)))
const block = `<p>${'x'.repeat(5_000)}</p>`

describe('the beginning of a page', () => {
  it('fills a window, however long a single block is', () => {
    expect(marked(`${block.repeat(3)}<p>a</p><p>b</p>`)).toBe(`${block.repeat(3)}<!--rest--><p>a</p><p>b</p>`)
  })

  it('counts a drawing for more than its words', () => {
    expect(marked(`${'<figure class="diagram">a</figure>'.repeat(3)}<p>b</p><p>c</p>`)).toContain(
      '<!--rest--><p>b</p>',
    )
  })

  it('ends before the headings of what follows, which stand beside it', () => {
    expect(marked(`${block.repeat(3)}<h2>a</h2>\n<h3>b</h3><p>c</p>`)).toContain(
      '<!--rest--><h2>a</h2>\n<h3>b</h3><p>c</p>',
    )
  })

  it('is all of a short page', () => {
    expect(marked('<h2>a</h2><p>b</p>')).toBe('<h2>a</h2><p>b</p><!--rest-->')
  })

  it('is read without the rest, and the mark gives way to what is put there', () => {
    const main = marked(`${block.repeat(3)}<p>a</p>`)
    expect(beginningOf(main)).toBe(block.repeat(3))
    expect(putAtRest(main, '<hr>')).toBe(`${block.repeat(3)}<hr><p>a</p>`)
    expect([beginningOf('<p>a</p>'), putAtRest('<p>a</p>', '<hr>')]).toEqual(['<p>a</p>', '<p>a</p>'])
  })
})
