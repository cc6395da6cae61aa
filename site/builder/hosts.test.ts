/** Canonical URLs of a built site on generic static servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pageStyles } from '../src/config/model.ts'
import { buildSite } from './buildSite.ts'
import { loadSite, repositoryRoot, siteDir } from './site.ts'

const outDir = join(mkdtempSync(join(tmpdir(), 'hosts-')), 'dist')
const assets = { styles: pageStyles(() => ({ text: '' })), theme: { text: '' }, boot: '/boot.js' }
const CANONICAL: readonly (readonly [route: string, title: string])[] = [
  ['/', 'Example home'],
  ['/guides', ''],
  ['/guides/signing', 'Signing'],
  ['/guides/new', 'New in two'],
  ['/v/1.0/guides/signing', 'Signing'],
  ['/sdks/Ruby', 'Ruby'],
  ['/api/', 'API reference'],
]

beforeAll(async () => {
  const site = await loadSite(join(siteDir, 'builder/fixtures/two-versions'))
  const { problems } = await buildSite(site, { outDir, assets })
  expect(problems).toEqual([])
})

describe.each([
  ['serve', (port: number) => [outDir, '--listen', `tcp://127.0.0.1:${port}`, '--no-port-switching', '-L']],
  ['sirv', (port: number) => [outDir, '--host', '127.0.0.1', '--port', String(port), '--quiet']],
] as const)('%s, as it comes from npm', (name, args) => {
  let server: ChildProcess
  let base: string

  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    server = spawn(process.execPath, [join(repositoryRoot, 'node_modules/.bin', name), ...args(port)], {
      stdio: 'ignore',
    })
    const isUp = () =>
      fetch(base).then(
        ({ ok }) => ok,
        () => false,
      )
    await vi.waitUntil(isUp, { timeout: 30_000 })
  })
  afterAll(() => void server.kill())

  it.each(CANONICAL)('serves %s without a redirect', async (route, title) => {
    const answer = await fetch(base + route, { redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await answer.text()).toContain(`<h1>${title}`)
  })

  it('is case-sensitive', async () => {
    expect((await fetch(`${base}/sdks/ruby`)).status).toBe(404)
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
