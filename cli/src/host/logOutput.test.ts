import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { folderOfTest } from '../../../tools/scripts/lib/temporaryFolder.ts'

const module = fileURLToPath(new URL('logOutput.ts', import.meta.url))
/** Writes lines of a kilobyte, then prints how many were dropped to standard error. */
const program = (lines: number) => `
import { openLogOutput } from '${module}'
process.stdout.on('error', () => process.exit(9))
const log = openLogOutput(process.stdout, () => 0)
for (let i = 0; i < ${lines}; i++) {
  log.write(JSON.stringify({ i, filling: 'x'.repeat(1000) }) + '\\n')
  if (i % 100 === 0) await new Promise(setImmediate)
}
process.stderr.write('dropped ' + log.dropped() + '\\n', () => process.exit(0))
`
const node = (code: string) => ['--import', 'tsx', '--input-type=module', '-e', code] as const

let folder: string
beforeEach(() => {
  folder = folderOfTest('log')
})

it('drops lines while the disk is full, and the process goes on', () => {
  const limited = `ulimit -f 200; trap '' XFSZ; exec "$0" "$@" > '${join(folder, 'log')}'`
  const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath, ...node(program(1000))], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  expect(Number(/dropped (\d+)/.exec(stderr)?.[1])).toBeGreaterThan(500)
  const whole = readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(0, -1)
  expect(whole.map((line) => JSON.parse(line).i)).toEqual(whole.map((_, index) => index))
})

it('drops lines of a reader that ended, and the process goes on', async () => {
  const child = spawn(process.execPath, node(program(5000)))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout.destroy()
  const [status] = await once(child, 'close')
  expect(status, errors).toBe(0)
  expect(errors).toMatch(/dropped [1-9]/)
})

it('keeps a bounded number of lines for a reader that stopped', async () => {
  const child = spawn(process.execPath, node(program(5000)))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const closed = once(child, 'close')
  await once(child, 'exit')
  child.stdout.destroy()
  const [status] = await closed
  expect(status, errors).toBe(0)
  // 5,000 lines of a kilobyte, of which a megabyte and the pipe's own buffer were kept.
  expect(Number(/dropped (\d+)/.exec(errors)?.[1])).toBeGreaterThan(3000)
})
