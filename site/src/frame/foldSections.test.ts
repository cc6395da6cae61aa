import { expect, it } from 'vitest'
import { foldSections } from './foldSections.ts'
import { parseTree, treeToHtml } from './tree.ts'

const folded = (html: string) => treeToHtml(foldSections(parseTree(html)))
const line = (heading: string, body: string, note = '') =>
  `<details class="details fold"><summary>${heading}${note}</summary><div class="details-body">${body}</div></details>`

it('folds sections of level 3, each up to the next heading of its level or above', () => {
  expect(
    folded(
      '<p>a</p><h2>b</h2><p>c</p><h3 id="d">d</h3><p>e</p><h4>f</h4><p>g</p><h3>h</h3><h2>i</h2><p>j</p>',
    ),
  ).toBe(
    `<p>a</p><h2>b</h2><p>c</p>${line('<h3 id="d">d</h3>', '<p>e</p><h4>f</h4><p>g</p>')}${line('<h3>h</h3>', '')}<h2>i</h2><p>j</p>`,
  )
})

it('names the first code of a section in its line', () => {
  const code = (title: string) =>
    `<figure><figcaption><span class="code-title">${title}</span></figcaption></figure>`
  expect(folded(`<h3>a</h3><p>b</p>${code('Allow: who')}${code('Allow: what')}`)).toContain(
    '<h3>a</h3><span class="fold-note">Allow</span></summary>',
  )
})
