/** Reports mistakes in Markdown with their lines, so that no text gets lost. */
import { expect, it } from 'vitest'
import { renderAlone } from '../../test/renderAlone.ts'

/** Problems of a page body with their lines. */
function complaints(body: string): string[] {
  return renderAlone(body).problems.map(({ line, message }) => `${line} ${message}`)
}

const tab = (label: string) => `<Tab label="${label}">\nOne\n</Tab>\n`

it.each([
  ['an admonition that is not closed', 'A\n\n:::tip\nText\n\nMore.\n', '3 `:::tip` is not closed by `:::`'],
  ['an end of nothing', 'A\n\n:::\n\nB\n', '3 the page shows markup as text: `:::`'],
  ['an end too many', ':::tip\n:::note\nX\n:::\n:::\n', '5 the page shows markup as text: `:::`'],
  ['a fence that is not closed', 'A\n\n```json\n{}\n', '3 code fence is not closed'],
  ['a fence closed by fewer marks', '````json\n{}\n```\n', '1 code fence is not closed'],
  ['a fence of tildes', 'A\n\n~~~json\n{}\n', '3 code fence is not closed'],
  ['a fence in a list', '- A\n\n  ```json\n  {}\n\nB\n', '3 code fence is not closed'],
  [
    'a title that is not closed',
    '```json title="x\n{}\n```\n',
    '1 code fence: not all of `title="x` is a title, flag or value',
  ],
  [
    'an element that is not closed',
    `A\n\n<Tabs>\n${tab('a')}`,
    '3 syntax: Expected a closing tag for `<Tabs>` (3:1-3:7)',
  ],
  ['an id that the shell has', '## Menu\n', '1 duplicate id `menu`, give this heading its own `{#id}`'],
  ['the id of its script', '## Script\n', '1 duplicate id `script`, give this heading its own `{#id}`'],
  ['such an id of a row', '| a | b |\n|---|---|\n| x {#main} | y |\n', '3 duplicate id `main`'],
  ['a heading without a word', 'A\n\n## ???\n', '3 heading without text for an id: add `{#id}`'],
  ['two tabs of one name', `<Tabs>\n${tab('a')}${tab('a')}</Tabs>\n`, '1 two tabs `a` in one `<Tabs>`'],
  ['tabs without a tab', '<Tabs>\n</Tabs>\n', '1 `<Tabs>` without a `<Tab>`'],
  [
    'words between tabs',
    `<Tabs>\nlost\n\n${tab('a')}</Tabs>\n`,
    '1 `<Tabs>` can contain only `<Tab>`: `lost` is not one',
  ],
  ['a tab by itself', tab('a'), '1 `<Tab>` is outside `<Tabs>`'],
  ['an image without words', '![](/x.png)\n', '1 image `/x.png` without alternative text'],
  ['a link without words', '[](/faq)\n', '1 link `/faq` without text'],
  ['a link to nowhere', '[x]()\n', '1 link without a URL'],
  ['a reference without its definition', '[x][nope]\n', '1 the page shows markup as text: `[x][nope]`'],
  ['a footnote without its text', 'x[^1]\n', '1 the page shows markup as text: `x[^1]`'],
  ['deleted text', '~~x~~ y\n', '1 the page shows markup as text: `~~x~~ y`'],
  ['a bare URL', 'See https://a.example\n', '1 URL outside a link and code: `See https://a.example`'],
  [
    'a cell beyond the head',
    '| a | b |\n|---|---|\n| 1 | 2 | 3 |\n',
    '1 table of 2 columns: `3` is in an extra column',
  ],
  [
    'a table without its second line',
    '| a | b |\n| 1 | 2 |\n',
    '1 the page shows markup as text: `| a | b |\n| 1 | 2 |`',
  ],
  ['bold that is not closed', 'A **b\n', '1 the page shows markup as text: `A **b`'],
  ['code that is not closed', 'A `b\n', '1 the page shows markup as text: `A `b`'],
  ['a directive within a line', 'a :tip[x] b\n', '1 the page shows markup as text: `a :tip[x] b`'],
])('reports %s', (_, body, complaint) => {
  expect(complaints(body)).toContain(complaint)
})

it.each([
  ['marks of code, longer than its fences', '````text\n```\n````\n'],
  ['what stands in a quotation', '> ```json\n> {}\n> ```\n'],
  ['admonitions in each other', '::::tip\n:::note\nX\n:::\n::::\n'],
  ['admonitions in lists', '- a\n\n  :::tip\n  X\n  :::\n'],
  ['ids of headings and rows', '## A {#x}\n\n| a | b |\n|---|---|\n| y {#y} | z |\n'],
  ['times, addresses and fewer cells', 'At 10:30, `a|b`, 1:1.\n\n| a | b |\n|---|---|\n| 1 |\n'],
  ['tabs', `<Tabs>\n${tab('a')}${tab('b')}</Tabs>\n`],
])('accepts %s', (_, body) => {
  expect(complaints(body)).toEqual([])
})
