import { expect, it } from 'vitest'
import { parseTree } from '../../src/frame/tree.ts'
import { ProblemList } from '../problems.ts'
import { checkIds } from './checkIds.ts'

const found = (html: string) => {
  const problems = new ProblemList()
  checkIds(parseTree(html), problems.about('page'))
  return problems.all.map(({ message }) => message)
}

it('finds a heading with the id of a tab panel', () => {
  const panel = '<div role="tabpanel" id="tabs-1-panel-0"></div>'
  expect(found(`${panel}<h2 id="tabs">Tabs</h2>`)).toEqual([])
  expect(found(`${panel}<h2 id="tabs-1-panel-0">Tabs 1 panel 0</h2>`)).toEqual([
    'duplicate id `tabs-1-panel-0`',
  ])
})
