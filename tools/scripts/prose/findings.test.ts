import { expect, it } from 'vitest'
import { findingsIn } from './findings.ts'

const found = (file: string, text: string) =>
  findingsIn(file, text).map(({ line, message }) => `${line} ${message}`)

it('finds misspelled and British words, but no names or code', () => {
  expect(
    found('README.md', 'Recieve it.\n\nThe behaviour of `behaviour` in WebAuthn, base58 and web3.js.'),
  ).toEqual([expect.stringMatching(/^1 .*`Recieve`/), expect.stringMatching(/^3 .*`behaviour`/)])
})

it('finds phrases from the list, with what to say instead', () => {
  expect(found('README.md', 'Whoever signs may send mail.')).toEqual([
    '1 “mail”: say email',
    '1 “Whoever”: say the role: caller, approver, reader, operator',
  ])
})

it('finds repeated words', () => {
  expect(found('README.md', 'Sign the the body.')).toEqual([expect.stringContaining('the')])
})

it('finds a sentence that is too long, and counts each sentence by itself', () => {
  const words = (count: number) => `Sign${' one body'.repeat(count / 2)}.`
  expect(found('README.md', words(38))).toEqual([])
  expect(found('README.md', `${words(38)} \`sign\` ${words(38)}`)).toEqual([])
  expect(found('README.md', words(42))).toEqual([expect.stringContaining('of 43 words')])
})

it('reads titles, descriptions, table cells and containers of pages, and no code', () => {
  const page = [
    '---',
    'title: The colour of keys',
    'description: Whoever reads.',
    'type: reference',
    '---',
    '## Keys {#colour}',
    '| somebody | a key |',
    '| --- | --- |',
    '| a key | the key is none |',
    '',
    ':::caution',
    'Do it anew.',
    ':::',
    '',
    '<Card title="Keys">Send it at once.</Card>',
    '',
    '```sh',
    'whoever',
    '```',
  ].join('\n')
  expect(found('page.mdx', page).map((finding) => finding.split(':')[0])).toEqual([
    '2 Unexpected unknown word `colour`',
    '3 “Whoever”',
    '7 “somebody”',
    '9 “is none”',
    '12 “anew”',
    '15 “at once”',
  ])
})
