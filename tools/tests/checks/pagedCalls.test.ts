/** A paged call without paging returns 10 entries and looks complete. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { callList } from '@keywright/contract'
import { fieldInfosOf } from '@keywright/contract/reference'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
// Not hosts/development: its own functions have such names.
const FOLDERS = ['sdk', 'starters', 'examples', 'cli', 'hosts/sandbox', 'site']
const TESTS = /\.test\.|\.spec\.|\/tests?\/|\/e2e\/|\/fixtures\//

const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
const paged = callList
  .filter(
    (call) =>
      call.kind === 'query' &&
      fieldInfosOf(call.request as never).some(({ name }) => name === 'paginationOptions'),
  )
  .map(({ name }) => pascal(name))
const CALL = new RegExp(
  `(?:\\b(?:stamp)?(?:${paged.join('|')})\\(|['"](?:${paged.join('|')})['"]\\s*,)`.replaceAll(
    'List',
    '[lL]ist',
  ),
  'g',
)

/** The calls in a source that don't say which page they want. */
function wholeLists(source: string): string[] {
  return [...source.matchAll(CALL)]
    .map(({ index }) => source.slice(index, endOfCall(source, index)))
    .filter((call) => !/paginationOptions/.test(call))
}

function endOfCall(source: string, start: number): number {
  // `serverSign('listSuborgs', …)` has its opening parenthesis before the name.
  let depth = /^\w/.test(source.slice(start)) ? 0 : 1
  for (let at = start; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return at + 1
  }
  return source.length
}

it('finds each form of a call', () => {
  const forms = [
    'client.listSuborgs()',
    'await listActivities(client, { filterByStatus: [] })',
    "serverSign('listVerifiedSuborgs', { filterValue: f(x) })",
    'client.stampListWalletAccounts({ walletId })',
  ]
  for (const form of forms) expect(wholeLists(form), form).toHaveLength(1)
  expect(wholeLists("client.listSuborgs({ paginationOptions: { limit: '2' } })")).toEqual([])
  expect(wholeLists('listAll(client, listSuborgs, { filterType })')).toEqual([])
})

it('no source reads a paged list as if it were whole', () => {
  const files = execFileSync('git', ['ls-files', ...FOLDERS], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|js|mdx|md)$/.test(file) && !TESTS.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    wholeLists(readFileSync(`${ROOT}${file}`, 'utf8')).map((call) => `${file}: ${call}`),
  )
  expect(found).toEqual([])
})
