import { expect, it } from 'vitest'
import { parseTree } from '../../src/frame/tree.ts'
import { ProblemList } from '../problems.ts'
import { checkMarkup } from './checkMarkup.ts'

const found = (html: string) => {
  const problems = new ProblemList()
  checkMarkup(parseTree(html), problems.about('page'))
  return problems.all.map(({ message }) => message)
}

it.each([
  'none, unless `--rate-limit` sets one',
  'a **word**',
  'see [it](/there)',
  'Steps {#steps}',
  ':::note',
])('finds %s in the text', (text) => {
  expect(found(`<p>before <em>${text}</em></p>`)).toEqual([`the page shows markup as text: \`${text}\``])
})

it('ignores code and single characters', () => {
  expect(found('<pre><code>`a` **b** [c](d)</code></pre><p>2 * 3 <code>`x`</code> [withheld]</p>')).toEqual(
    [],
  )
})
