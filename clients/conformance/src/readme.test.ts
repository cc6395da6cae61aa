/** Runs the adapter in README.md as a program. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { checks, runConformance, startAdapter } from './index.ts'

// Next to the packages that it imports.
const folder = fileURLToPath(new URL('../.cache', import.meta.url))

it('scores full in all that it offers, and offers no bundles', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, program] = /```js adapter\n([\s\S]*?)```/.exec(readme)!
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'adapter.mjs')
  writeFileSync(file, program!)
  const adapter = startAdapter(process.execPath, ['--import', 'tsx', file])
  try {
    const some = checks.filter(({ group }) => ['requests', 'activities', 'bundles', 'lists'].includes(group))
    const report = await runConformance(adapter, { checks: some })
    expect(report.client).toEqual({ name: 'my client', version: '1.0.0' })
    expect(report.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([])
    const absent = report.checks.filter(({ outcome }) => outcome === 'not offered')
    expect(new Set(absent.map(({ group }) => group))).toEqual(new Set(['bundles']))
    expect(report.passed).toBe(some.length - absent.length)
  } finally {
    await adapter.close()
  }
})
