import { createElement as e, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { parseTree, renderTree } from './tree.ts'

const Named = ({ name }: { readonly name: string }) => e('b', null, name)
const attributes = { hidden: true, tabIndex: -1, 'aria-hidden': true, 'aria-busy': false, 'data-to-copy': '' }

it.each<readonly [string, ReactNode]>([
  ['text and numbers', e('p', null, 1, ' of ', '<3>', '')],
  ['nothing', e('p', null, null, undefined, false, true, '')],
  [
    'components and fragments',
    e(Fragment, null, e(Named, { name: 'a' }), 'b', e(Fragment, null, 'c', ['d'])),
  ],
  ['class names', e('p', { className: 'a b' })],
  ['attributes', e('p', { ...attributes, title: undefined })],
  ['drawings', e('svg', { viewBox: '0 0 1 1' }, e('path', { d: 'M0 0', strokeWidth: '2' }))],
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the property that this case renders
  ['HTML', e('p', { dangerouslySetInnerHTML: { __html: 'a<b class="c">d</b>&amp;' } })],
])('renders %s to the tree that a parser makes of the HTML', (_, node) => {
  expect(renderTree(node).children).toEqual(parseTree(renderToStaticMarkup(node)).children)
})
