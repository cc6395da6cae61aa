/** The contract's table of growth limits names existing tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { objectGrowth, otherGrowth } from '@keywright/contract/reference'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const rows = Object.entries({ ...objectGrowth, ...otherGrowth })

it.each(rows)('%s has a test that reaches its limit', (_name, { test }) => {
  const [file, title] = test.split('#') as [string, string]
  expect(existsSync(join(root, file)), file).toBe(true)
  expect(title.length).toBeGreaterThan(5)
  expect(readFileSync(join(root, file), 'utf8')).toContain(title)
})
