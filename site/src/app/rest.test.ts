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

  it('ends within steps that take several windows, at the end of an entry', () => {
    const step = `<li>${block}</li>`
    const steps = `<div class="steps"><ol>${`<li>${block}<!--rest--></li>`}${step}</ol></div>`
    const text = '<p>a</p>'.repeat(10)
    expect(marked(text + steps.replace('<!--rest-->', ''))).toBe(text + steps)
    expect(marked(`${text}<ol>${step}${step}</ol>`)).toContain(`${block}<!--rest--></li><li>`)
  })

  it('ends after a list whose last entry reaches beyond the window, and not within one of short entries', () => {
    expect(
      marked(`${'<p>a</p>'.repeat(10)}<ol><li>a</li><li>${block.repeat(3)}</li></ol><p>b</p>`),
    ).toContain('</ol><!--rest--><p>b</p>')
  })

  it('does not wait for a block without end that begins in the window', () => {
    expect(marked(`<p>a</p><div>${block.repeat(5)}</div>`)).toContain('<p>a</p><!--rest--><div>')
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
