import { expect, it } from 'vitest'
import { relatedTests } from './relatedTests.mjs'

const sources = new Map([
  ['keys/src/index.ts', "export { sign } from './sign.ts'"],
  ['keys/src/sign.ts', ''],
  ['keys/src/sign.test.ts', "import { sign } from './sign.ts'"],
  ['engine/src/pages.ts', "import { sign } from '@keywright/keys'"],
  ['engine/src/pages.test.ts', "const { pages } = await import('./pages.ts')"],
  ['engine/src/pages.slow.test.ts', "import { pages } from './pages.ts'"],
  ['engine/src/other.test.ts', "import { sign } from 'keys'"],
])
const entries = new Map([['@keywright/keys', 'keys/src/index.ts']])

it.each([
  [
    'a file that other packages import',
    'keys/src/sign.ts',
    ['keys/src/sign.test.ts', 'engine/src/pages.test.ts'],
  ],
  ['a file with one test', 'engine/src/pages.ts', ['engine/src/pages.test.ts']],
  ['a test', 'engine/src/other.test.ts', ['engine/src/other.test.ts']],
  ['a slow test', 'engine/src/pages.slow.test.ts', []],
  ['a file that nothing imports', 'README.md', []],
])('finds the fast tests of %s', (_, changed, tests) => {
  expect(relatedTests([changed], sources, entries)).toEqual(tests)
})
