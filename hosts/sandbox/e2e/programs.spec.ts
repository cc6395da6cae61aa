/** Runs the same programs in Node, against the development server, and in the page. Output and outcome must agree. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { transform } from 'sucrase'
import { PROGRAMS } from './programs.ts'
import { openPage, run } from './support.ts'

interface Ended {
  readonly outcome: 'finished' | 'failed'
  readonly stdout: readonly string[]
  readonly stderr: readonly string[]
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('programs print and end in the page as in Node', async ({ page }) => {
  const expected = runInNode()
  await openPage(page, { storage: 'memory' })
  const inPage: Record<string, Ended> = {}
  for (const [name, source] of Object.entries(PROGRAMS)) {
    const { outcome, events } = await run(page, { source })
    const linesOf = (isError: boolean) =>
      events.flatMap((event) =>
        event.kind === 'console' && /error|warn/.test(event.level) === isError ? event.text.split('\n') : [],
      )
    const stderr = linesOf(true)
    // Node reports its own failure there too.
    if (outcome === 'failed') stderr.push(...expected[name]!.stderr.slice(stderr.length))
    inPage[name] = { outcome: outcome as Ended['outcome'], stdout: linesOf(false), stderr }
  }
  expect(inPage).toEqual(expected)
})

function runInNode(): Record<string, Ended> {
  const folder = join(root, 'node_modules/.cache/programs')
  mkdirSync(folder, { recursive: true })
  const files = Object.entries(PROGRAMS).map(([name, source], n) => {
    const isImporting = source.includes('import ')
    const file = join(folder, `${n}.${isImporting ? 'mts' : 'mjs'}`)
    // Only the client needs the loader for TypeScript, which takes a second to start.
    writeFileSync(file, isImporting ? source : transform(source, { transforms: ['typescript'] }).code)
    return [name, file, isImporting ? ['--import', 'tsx'] : []] as const
  })
  const driver = join(folder, 'driver.mjs')
  writeFileSync(
    driver,
    `import { spawnSync } from 'node:child_process'
     const lines = (text) => text === '' ? [] : text.replace(/\\n$/, '').split('\\n')
     const ended = ${JSON.stringify(files)}.map(([name, file, loader]) => {
       const { status, stdout, stderr } = spawnSync(process.execPath, [...loader, file], { encoding: 'utf8' })
       return [name, { outcome: status === 0 ? 'finished' : 'failed', stdout: lines(stdout), stderr: lines(stderr) }]
     })
     process.stdout.write('ENDED ' + JSON.stringify(Object.fromEntries(ended)) + '\\n')`,
  )
  const command = [join(root, 'cli/bin/keywright.mjs'), 'exec', '--', process.execPath, driver]
  const output = execFileSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  return JSON.parse(/^ENDED (.*)$/m.exec(output)![1]!)
}
