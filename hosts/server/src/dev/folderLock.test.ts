/** One server per folder, and a folder that only its owner can read. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderOfTest } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { type DevServer, startDevServer } from './startDevServer.ts'

let parent: string
let running: DevServer[]
beforeEach(() => {
  parent = folderOfTest('folder')
  running = []
})
afterEach(async () => {
  for (const server of running) await server.close()
})

async function start(stateDir: string, fresh = false) {
  const server = await startDevServer({ stateDir, port: 0, fresh })
  running.push(server)
  return server
}

it('rejects a second server with process and URL of the first, even with `fresh`', async () => {
  const folder = join(parent, 'state')
  const first = await start(folder)
  const inUse = {
    code: 'STATE_IN_USE',
    message: expect.stringContaining(`process ${process.pid} at ${first.url}`),
  }
  await expect(start(folder)).rejects.toMatchObject(inUse)
  await expect(start(folder, true)).rejects.toMatchObject(inUse)
  // Same error on the port of the first server, the usual case.
  const samePort = startDevServer({ stateDir: folder, port: Number(new URL(first.url).port) })
  await expect(samePort).rejects.toMatchObject(inUse)
  expect((await fetch(`${first.url}/ready`)).status).toBe(200)
  const { organizationId } = first
  await running.pop()!.close()
  expect((await start(folder)).organizationId).toBe(organizationId)
})

it('ignores the files of a killed process', async () => {
  const folder = join(parent, 'state')
  mkdirSync(folder)
  writeFileSync(join(folder, 'lock.db'), '')
  writeFileSync(join(folder, 'server.json'), JSON.stringify({ pid: process.pid, url: 'http://127.0.0.1:1' }))
  expect((await start(folder)).organizationId).toMatch(/-/)
})

it('restricts folder and files to the owner, and excludes them from version control', async () => {
  const folder = join(parent, 'deep', 'state')
  const server = await start(folder)
  await fetch(`${server.url}/public/v1/query/whoami`, { method: 'POST', body: '{}' })
  await fetch(`${server.url}/dev/snapshots/one`, { method: 'POST' })
  await expect.poll(() => existsSync(join(folder, 'requests.jsonl'))).toBe(true)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const files = [
    'development.json',
    'keywright.db',
    'keywright.db-wal',
    'keywright.db-shm',
    'lock.db',
    'server.json',
    'requests.jsonl',
    '.gitignore',
    'snapshots/one.json',
  ]
  for (const file of files) expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600])
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
})

it('keeps the mode of a folder with other files, and does not ignore them', async () => {
  writeFileSync(join(parent, 'package.json'), '{}')
  const { mode } = statSync(parent)
  await start(parent)
  expect(statSync(parent).mode).toBe(mode)
  expect(existsSync(join(parent, '.gitignore'))).toBe(false)
})

it.runIf(existsSync('/proc'))('ends where no folder can be made', async () => {
  await expect(start('/proc/foo')).rejects.toMatchObject({ code: 'STATE_MALFORMED' })
  await expect(start('/proc/foo/bar/baz')).rejects.toMatchObject({ code: 'STATE_MALFORMED' })
  await expect(start('/dev/null/state')).rejects.toMatchObject({ code: 'STATE_MALFORMED' })
})
