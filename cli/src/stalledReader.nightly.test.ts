/** Servers whose output goes to a pipe that stays open and that nothing reads, as when a log collector hangs. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { freePort } from '@keywright/server/test'
import { postgres, withPostgres } from '@keywright/server/test/shared'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'
import { runKeywright } from '../test/keywrightProcess.ts'

const bin = fileURLToPath(new URL('../bin/keywright.mjs', import.meta.url))
const folder = temporaryFolder('stalled')
withPostgres()
let stalled: number
let child: ChildProcess | undefined

beforeAll(async () => {
  const path = join(folder, 'full')
  execFileSync('mkfifo', [path])
  stalled = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const filling = Buffer.alloc(4_096, 'x')
  try {
    for (;;) writeSync(stalled, filling)
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' })
  }
}, 60_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  closeSync(stalled)
}, 60_000)

async function startStalled(words: readonly string[], env: Record<string, string>): Promise<string> {
  const port = await freePort()
  child = spawn(process.execPath, [bin, ...words, '--port', `${port}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', stalled, stalled],
  })
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isUp, { timeout: 60_000, interval: 50 }).toBe(true)
  return url
}

const residentMegabytes = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child!.pid}/status`, 'utf8'))![1]) / 1024

/** Rejected, each with a line in the log. */
async function sendMany(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    const some = Array.from({ length: 50 }, async () => {
      const answer = await fetch(`${url}/public/v1/query/whoami`, { method: 'POST', body: '{}' })
      await answer.arrayBuffer()
    })
    await Promise.all(some)
  }
}

it.runIf(process.platform === 'linux')(
  'serve goes on, and ends on SIGTERM',
  { timeout: 120_000 },
  async () => {
    const DATABASE_URL = await postgres.createDatabase()
    const { publicKey } = generateApiKeyPair(platformRandom)
    const init = await runKeywright(['init', '--key-file', 'key', '--api-public-key', publicKey], {
      cwd: folder,
      env: { DATABASE_URL },
    })
    expect(init.status, init.stderr).toBe(0)
    const words = [
      'serve',
      '--host',
      '127.0.0.1',
      '--operator-port',
      '0',
      '--key-file',
      'key',
      '--drain-seconds',
      '1',
    ]
    const url = await startStalled(words, { DATABASE_URL })
    await sendMany(url, 2_000)
    const before = residentMegabytes()
    await sendMany(url, 6_000)
    // A line has about 300 bytes, so that an unbounded buffer would hold megabytes of them.
    expect(residentMegabytes() - before).toBeLessThan(60)
    const ended = once(child!, 'exit')
    child!.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)

it.runIf(process.platform === 'linux')('dev goes on, and ends on SIGTERM', { timeout: 120_000 }, async () => {
  const url = await startStalled(['dev'], {})
  await sendMany(url, 1_000)
  const ended = once(child!, 'exit')
  child!.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
