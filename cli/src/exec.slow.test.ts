/** `keywright exec` as people start it: exit codes, signals, and nothing left behind. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runKeywright, startKeywright } from '../test/keywrightProcess.ts'

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'keywright-exec-'))
})
afterAll(() => rmSync(cwd, { recursive: true }))

const node = (code: string) => ['exec', '--', process.execPath, '-e', code]
/** Folders for temporary files of the runs below. */
const env = () => ({ TMPDIR: cwd })

it('passes on what the program says, and how it ends', async () => {
  const code = `fetch(process.env.KEYWRIGHT_BASE_URL + '/health').then(async (answer) => { console.log(await answer.text()); process.exit(9) })`
  const { status, stdout, stderr } = await runKeywright(node(code), { cwd, env: env() })
  expect({ status, stderr }).toEqual({ status: 9, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ status: 'up', development: true })
  expect(readdirSync(cwd)).toEqual([])
})

it.each([
  ['SIGTERM', `process.on('SIGTERM', () => { console.log('asked to end'); process.exit(5) })`, 5],
  ['SIGINT', `process.on('SIGINT', () => { console.log('asked to end'); process.exit(6) })`, 6],
  ['SIGTERM', '', 128 + 15],
] as const)('passes %s on to the program, and waits for what it answers', async (signal, handler, status) => {
  const running = startKeywright(node(`${handler}; console.log('ready'); setInterval(() => {}, 1000)`), {
    cwd,
    env: env(),
  })
  await running.until(/ready/)
  const ended = await running.stop(signal)
  expect(ended.status).toBe(status)
  expect(ended.stdout.includes('asked to end')).toBe(handler !== '')
  expect(readdirSync(cwd)).toEqual([])
})

it('says which program there is not', async () => {
  const { status, stderr } = await runKeywright(['exec', '--', 'no-such-program'], { cwd, env: env() })
  expect(status).toBe(2)
  expect(stderr).toMatch(/`no-such-program` cannot be started: there is no such program/)
  expect(readdirSync(cwd)).toEqual([])
})
