import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { listenOnSocket } from './listen.ts'
import { defaultOperatorSocket } from './operatorSocket.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kw-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const fetch = async () => new Response('here')
const open = async (path: string) => {
  const listening = await listenOnSocket(path, { fetch })
  onTestFinished(() => listening.close())
  return listening
}
const modeOf = (path: string) => statSync(path).mode & 0o777

const ask = (path: string) =>
  new Promise<string>((answer) => {
    let text = ''
    connect(path)
      .on('error', ({ message }) => answer(message))
      .on('data', (part) => {
        text += part
      })
      .on('end', () => answer(text))
      .end('GET / HTTP/1.0\r\nhost: localhost\r\n\r\n')
  })

it('answers, has mode 0600 whatever the umask, and is removed at the end', async () => {
  const path = join(folder, 'new/operator.sock')
  const listening = await listenOnSocket(path, { fetch })
  expect(listening.url).toBe(`unix:${path}`)
  expect(await ask(path)).toMatch(/^HTTP\/1\.1 200[\s\S]*here$/)
  expect([modeOf(path), modeOf(join(folder, 'new'))]).toEqual([0o600, 0o700])
  await listening.close()
  expect(existsSync(path)).toBe(false)
})

it.runIf(process.getuid?.() === 0)("can't be reached by another user", async () => {
  const path = join(folder, 'operator.sock')
  await open(path)
  // The folder doesn't protect it.
  chmodSync(folder, 0o777)
  const code = `require('node:net').connect('${path}').on('connect', () => process.exit(0)).on('error', ({ code }) => { console.log(code); process.exit(1) })`
  const asUser = (uid: number) => {
    const { status, stdout } = spawnSync(process.execPath, ['-e', code], { uid, gid: uid, encoding: 'utf8' })
    return [status, stdout.trim()]
  }
  expect(asUser(65_534)).toEqual([1, 'EACCES'])
  expect(asUser(0)).toEqual([0, ''])
})

it('takes the place of a socket whose server was killed, and not of one that answers', async () => {
  const path = join(folder, 'operator.sock')
  const killed = createServer().listen(path)
  await new Promise((done) => killed.once('listening', done))
  await expect(listenOnSocket(path, { fetch })).rejects.toMatchObject({ code: 'SOCKET_TAKEN' })
  killed.unref()
  const code = `require('node:net').createServer().listen('${path}', () => process.kill(process.pid, 'SIGKILL'))`
  await new Promise((done) => killed.close(done))
  spawnSync(process.execPath, ['-e', code])
  expect(existsSync(path)).toBe(true)
  await open(path)
  expect(await ask(path)).toContain('here')
})

it.each([
  ['a folder whose path is too long', () => join(folder, 'x'.repeat(100), 'operator.sock')],
  // Of a longer one, the system would take the beginning.
  ['a path that is too long', () => join(folder, 'x'.repeat(110))],
  [
    'a folder that is a file',
    () => {
      writeFileSync(join(folder, 'file'), '')
      return join(folder, 'file/operator.sock')
    },
  ],
])('names %s', async (_, path) => {
  await expect(listenOnSocket(path(), { fetch })).rejects.toMatchObject({
    code: 'SOCKET_UNUSABLE',
    hint: expect.stringContaining('--operator-socket'),
  })
})

it.runIf(process.getuid)('is by default in a folder that only this user may enter', () => {
  vi.stubEnv('TMPDIR', folder)
  const path = defaultOperatorSocket(8787)!
  expect(path).toBe(join(folder, `keywright-${process.getuid!()}`, 'operator-8787.sock'))
  const own = join(path, '..')
  expect(modeOf(own)).toBe(0o700)
  chmodSync(own, 0o777)
  expect(() => defaultOperatorSocket(8787)).toThrow(/another user may enter/)
  rmSync(own, { recursive: true })
  mkdirSync(join(folder, 'elsewhere'))
  spawnSync('ln', ['-s', join(folder, 'elsewhere'), own])
  expect(() => defaultOperatorSocket(8787)).toThrow(/another user may enter/)
})
