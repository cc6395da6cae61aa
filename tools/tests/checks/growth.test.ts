/** The contract's table of growth limits names existing tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import bounds from '../../../contract/src/words/bounds.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../..', import.meta.url))
const rows = Object.entries({ ...bounds.objects, ...bounds.growth })

it.each(rows)('%s has a test that reaches its limit', (_name, { test }) => {
  const [file, title] = test.split('#') as [string, string]
  expect(existsSync(join(root, file)), file).toBe(true)
  expect(title.length).toBeGreaterThan(5)
  expect(readFileSync(join(root, file), 'utf8')).toContain(title)
})
