/** What stands in a page for what only a machine has. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Failure } from './failure.ts'
import { machine as inPages } from './machine.browser.ts'
import { machine } from './machine.ts'
import * as utilOfPages from './nodeUtil.browser.ts'
import * as nodeUtil from './nodeUtil.ts'

it('every command that needs a machine says so', async () => {
  expect(Object.keys(inPages).sort()).toEqual(Object.keys(machine).sort())
  const { run } = await inPages.dev()
  await expect(run({ command: { name: 'dev' } } as never)).rejects.toThrow(Failure)
})

describe('words are read as Node reads them', () => {
  it.each([
    ['a', '--flag', 'value', 'b'],
    ['--flag=value', '--on', '-'],
    ['--flag', '-x', '--', '--on', 'c'],
    ['--unknown', 'x', '-abc'],
    [],
  ])('%s %s %s %s', (...args) => {
    const config = {
      args: args.filter((word) => word !== undefined),
      options: { flag: { type: 'string' }, on: { type: 'boolean' } },
      allowPositionals: true,
      strict: false,
      tokens: true,
    } as const
    expect(plain(utilOfPages.parseArgs(config))).toEqual(plain(nodeUtil.parseArgs(config)))
  })
  // Node's tokens have no prototype, or have one, by version.
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
})

describe('what else a page loads of the command', () => {
  /** What commands in pages may need besides what stands beside them. */
  const IN_PAGES = /^(#machine|#nodeUtil|lossless-json|@keywright\/(bundles|contract|keys|policy)(\/.*)?)$/

  function importsOf(file: string): string[] {
    const text = readFileSync(file, 'utf8')
    const pattern = /^(?:import|export) (?!type )[^;]*?from '([^']+)'|import\('([^']+)'\)/gm
    return [...text.matchAll(pattern)].map(([, from, lazy]) => (from ?? lazy)!)
  }

  it('needs no machine: else its command belongs into machine.ts', () => {
    const seen = new Set<string>()
    const wrong: string[] = []
    const visit = (file: string) => {
      if (seen.has(file) || !file.endsWith('.ts')) return
      seen.add(file)
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith('.')) visit(join(dirname(file), specifier))
        else if (!IN_PAGES.test(specifier)) wrong.push(`${file} imports ${specifier}`)
      }
    }
    visit(fileURLToPath(new URL('run.ts', import.meta.url)))
    expect(seen.size).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })
})
