import { expect, it } from 'vitest'
import { parseTree } from '../../src/frame/tree.ts'
import { pageToMarkdown } from './toMarkdown.ts'

const toMarkdown = (html: string) => pageToMarkdown(parseTree(html), { linkTo: (href) => `${href}.md` })

it.each([
  ['<p>a <strong> b </strong><em>c</em> <a href="/d"> d</a></p>', 'a **b** *c* [d](/d.md)'],
  ['<p>5 * 3 [x] CONSENSUS_NEEDED _x_ &amp;amp;</p>', '5 \\* 3 \\[x\\] CONSENSUS_NEEDED \\_x\\_ \\&amp;'],
  ['<p><code>CONSENSUS_<wbr>NEEDED</code> OP_<wbr>RETURN</p>', '`CONSENSUS_NEEDED` OP_RETURN'],
  ['<p># not a heading</p><p>1. not an item</p>', '\\# not a heading\n\n1\\. not an item'],
  ['<p><code>a`b</code> <code>`</code></p>', '``a`b`` `` ` ``'],
  ['<h2 id="top">Top</h2>text<p>more</p>', '## Top {#top}\n\ntext\n\nmore'],
  ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
  ['<ol><li><p>a</p><p>b</p></li><li>c</li></ol>', '1. a\n\n   b\n\n2. c'],
  ['<ul><li><a href="/a">A</a><div>About A.</div></li></ul>', '- [A](/a.md)\n\n  About A.'],
  [
    '<table><thead><tr><th></th><th>B</th></tr></thead><tbody><tr id="x"><td>a|b</td><td></td></tr></tbody></table>',
    '| | B |\n| - | - |\n| a\\|b {#x} | |',
  ],
  ['<figure data-lang="sh"><pre>```\n\na\n</pre></figure>', '````sh\n```\n\na\n````'],
  ['<p>a<button>Copy</button><svg><text>x</text></svg></p>', 'a'],
])('writes %s', (html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown)
})
