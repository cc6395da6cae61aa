/** `npm start` with ports and hosts that people and environments pass. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { folderOfTest } from '../../../tools/scripts/lib/temporaryFolder.ts'

const serve = fileURLToPath(new URL('../serve.ts', import.meta.url))
const loader = import.meta.resolve('tsx')

/** What it prints until it says where it serves, or ends. */
function start(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const dir = folderOfTest('serve')
  writeFileSync(join(dir, 'index.html'), '<p>Built</p>')
  const child = spawn(process.execPath, ['--import', loader, serve, '--dir', dir, ...words], {
    env: { PATH: process.env['PATH'], ...env },
  })
  let said = ''
  return new Promise((done) => {
    const listen = (text: Buffer) => {
      said += text
      if (said.includes('Press Ctrl+C')) child.kill('SIGKILL')
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', () => done(said))
  })
}

it('an empty PORT is as good as none', async () => {
  const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(await start([], { PORT: '' }))!
  // The next free one, if something else listens on 3000.
  expect(Number(port)).toBeGreaterThanOrEqual(3000)
  expect(Number(port)).toBeLessThanOrEqual(3050)
})

it.each([
  [['--port', 'web'], {}, '--port must be a number from 0 to 65535, but is `web`.\n'],
  [['--port='], {}, '--port must be a number from 0 to 65535, but is ``.\n'],
  [[], { PORT: '99999' }, 'PORT must be a number from 0 to 65535, but is `99999`.\n'],
])('%s and %o are reported in one line', async (words, env, line) => {
  expect(await start(words, env)).toBe(line)
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

it.runIf(hasIpv6).each(['::1', '[::1]'])('the URL of the host %s can be opened', async (host) => {
  expect(await start(['--host', host, '--port', '0'])).toMatch(/ {2}http:\/\/\[::1\]:[1-9]\d*\/\n/)
})
