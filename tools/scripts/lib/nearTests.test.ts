import { expect, it } from 'vitest'
import { nearTests } from './nearTests.mjs'

const sources = new Map([
  ['engine/keys/src/index.ts', "export { sign } from './sign.ts'"],
  ['engine/keys/src/sign.ts', ''],
  ['engine/keys/src/sign.test.ts', "import { sign } from './sign.ts'"],
  ['engine/core/src/pages.ts', "import { sign } from '@keywright/keys'"],
  ['engine/core/src/pages.test.ts', "const { pages } = await import('./pages.ts')"],
  ['engine/core/src/pages.slow.test.ts', "import { pages } from './pages.ts'"],
  ['engine/core/src/other.test.ts', "import { sign } from 'keys'"],
  ['engine/core/src/far.ts', "export { pages } from './pages.ts'"],
  ['engine/core/src/far.test.ts', "import { pages } from './far.ts'"],
])
const entries = new Map([['@keywright/keys', 'engine/keys/src/index.ts']])

it.each([
  [
    'a file that other packages import',
    'engine/keys/src/sign.ts',
    ['engine/keys/src/sign.test.ts', 'engine/core/src/pages.test.ts'],
  ],
  [
    'a file of one package, also through others',
    'engine/core/src/pages.ts',
    ['engine/core/src/pages.test.ts', 'engine/core/src/far.test.ts'],
  ],
  ['a test', 'engine/core/src/other.test.ts', ['engine/core/src/other.test.ts']],
  ['a slow test', 'engine/core/src/pages.slow.test.ts', []],
  ['a file that nothing imports', 'README.md', []],
])('finds the fast tests of %s', (_, changed, tests) => {
  expect(nearTests([changed], sources, entries, ['engine/core', 'engine/keys'])).toEqual(tests)
})
