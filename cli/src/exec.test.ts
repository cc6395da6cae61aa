/** `keywright exec` as a process: exit codes, signals, and cleanup. */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { runKeywright, startKeywright } from '../test/keywrightProcess.ts'

const cwd = temporaryFolder('exec')

const node = (code: string) => ['exec', '--', process.execPath, '-e', code]
/** Keeps temporary files in the test folder. */
const env = () => ({ TMPDIR: cwd })

it('passes on the output and the exit code of the program', async () => {
  const code = `fetch(process.env.KEYWRIGHT_BASE_URL + '/health').then(async (answer) => { console.log(await answer.text()); process.exit(9) })`
  const { status, stdout, stderr } = await runKeywright(node(code), { cwd, env: env() })
  expect({ status, stderr }).toEqual({ status: 9, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ status: 'up', development: true })
  expect(readdirSync(cwd)).toEqual([])
})

it.each(
  everyNth(2, [
    ['SIGTERM', `process.on('SIGTERM', () => { console.log('asked to end'); process.exit(5) })`, 5],
    ['SIGINT', `process.on('SIGINT', () => { console.log('asked to end'); process.exit(6) })`, 6],
    ['SIGTERM', '', 128 + 15],
  ] as const),
)('forwards %s to the program and waits for its end', async (signal, handler, status) => {
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

it('reports a missing program', async () => {
  const { status, stderr } = await runKeywright(['exec', '--', 'no-such-program'], { cwd, env: env() })
  expect(status).toBe(2)
  expect(stderr).toMatch(/`no-such-program` cannot be started: program not found/)
  expect(readdirSync(cwd)).toEqual([])
})
