import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { LogEntry } from '@keywright/host'
import Database from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestDev, type TestDev } from '../../test/support/devServer.ts'
import { startDevServer } from './startDevServer.ts'
import { orUnusable } from './stateFolder.ts'

const start = async (...args: Parameters<typeof startTestDev>) => {
  const dev = await startTestDev(...args)
  onTestFinished(dev.close)
  return dev
}

describe('startDevServer', () => {
  it('keeps organization, key and wallets across a restart', async () => {
    const first = await startTestDev()
    const { walletId } = await first.root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'kept',
      accounts: [],
    })
    await first.server.close()
    const second = await start({ stateDir: first.folder })
    const shown = ({ organizationId, apiKey, signerPublicKey }: TestDev['server']) => ({
      organizationId,
      apiKey,
      signerPublicKey,
    })
    expect(shown(second.server)).toEqual(shown(first.server))
    expect((await second.root.query('get_wallet', { walletId })).wallet.walletName).toBe('kept')
  })

  it('creates the first organization once, even if the first start was interrupted', async () => {
    const first = await startTestDev()
    await first.server.close()
    const { readFileSync, writeFileSync } = await import('node:fs')
    const file = join(first.folder, 'development.json')
    const { organizationId, ...state } = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify(state))
    expect((await start({ stateDir: first.folder })).server.organizationId).toBe(organizationId)
  })

  it('starts from an empty state with `fresh`', async () => {
    const first = await startTestDev()
    await first.server.close()
    const second = await start({ stateDir: first.folder, fresh: true })
    expect(second.server.organizationId).not.toBe(first.server.organizationId)
    expect(second.server.apiKey).not.toEqual(first.server.apiKey)
  })

  it('creates new IDs after a restart with the same seed', async () => {
    const first = await startTestDev({ seed: 3 })
    const one = await first.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'one', accounts: [] })
    await first.server.close()
    const second = await start({ stateDir: first.folder, seed: 3 })
    const two = await second.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'two', accounts: [] })
    expect(two.walletId).not.toBe(one.walletId)
  })

  it('stores its secrets in a file that only the owner can read', async () => {
    const { folder } = await start()
    expect(statSync(join(folder, 'development.json')).mode & 0o777).toBe(0o600)
  })

  it.each(['0.0.0.0', '::', '192.168.0.1', 'example.com'])('does not listen on %s', async (host) => {
    await expect(startDevServer({ stateDir: '/nonexistent/x', port: 0, host })).rejects.toMatchObject({
      code: 'HOST_NOT_LOOPBACK',
    })
  })

  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )
  it.runIf(hasIpv6).each(['::1', '[::1]'])('listens on %s, with brackets in its URL', async (host) => {
    const { server } = await start({ host })
    expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })

  describe('with allowed hosts', () => {
    const ask = (port: number, path: string, headers: Record<string, string>) =>
      new Promise<{ status: number; body: string }>((done, failed) => {
        const asking = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
          let body = ''
          answer.on('data', (text: Buffer) => {
            body += text.toString()
          })
          answer.once('end', () => done({ status: answer.statusCode!, body }))
        })
        asking.once('error', failed)
        asking.end()
      })
    const startOpen = () => start({ host: '0.0.0.0', allowedHosts: ['Keywright', 'engine.ci.example'] })

    it('uses the first in its URL, and accepts all of them and this machine', async () => {
      const { server } = await startOpen()
      const { hostname, port } = new URL(server.url)
      expect(hostname).toBe('keywright')
      for (const host of [
        'keywright',
        `engine.ci.example:${port}`,
        `localhost:${port}`,
        '127.0.0.1',
        '[::1]',
      ]) {
        expect((await ask(Number(port), '/dev', { host })).status).toBe(200)
      }
    })

    it.each(['evil.example', 'keywright.evil.example', 'keywright.', '192.168.0.1'])(
      'rejects host `%s`',
      async (host) => {
        const { server } = await startOpen()
        for (const path of ['/health', '/dev', '/public/v1/query/whoami']) {
          const { status, body } = await ask(Number(new URL(server.url).port), path, { host })
          expect(status).toBe(421)
          expect(JSON.parse(body)).toMatchObject({ code: 7, details: [{ errorCode: 'HOST_NOT_ALLOWED' }] })
        }
      },
    )

    it('blocks pages of other sites from routes without stamps', async () => {
      const { server } = await startOpen()
      const port = Number(new URL(server.url).port)
      const from = (origin: string) => ask(port, '/dev', { host: 'keywright', origin })
      expect((await from('https://evil.example')).status).toBe(403)
      expect((await from('http://engine.ci.example')).status).toBe(200)
    })
  })

  it('reports a port that is in use, and leaves the state unchanged', async () => {
    const { server } = await start()
    const other = await start()
    const { organizationId } = other.server
    await other.server.close()
    const port = Number(new URL(server.url).port)
    const second = { stateDir: other.folder, port, fresh: true }
    await expect(startDevServer(second)).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      hint: expect.stringContaining('--port'),
    })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    // The state is neither deleted nor locked.
    const again = await startDevServer({ stateDir: other.folder, port: 0 })
    expect(again.organizationId).toBe(organizationId)
    await again.close()
  })

  it('removes the new folder if it cannot start', async () => {
    const { server, folder } = await start()
    const port = Number(new URL(server.url).port)
    const parent = join(folder, 'new')
    const stateDir = join(parent, 'state')
    await expect(startDevServer({ stateDir, port })).rejects.toMatchObject({ code: 'PORT_TAKEN' })
    expect(existsSync(parent)).toBe(false)
    const host = '127.0.0.1.invalid'
    await expect(startDevServer({ stateDir, port: 0, host, allowedHosts: ['a'] })).rejects.toThrow()
    expect(existsSync(parent)).toBe(false)
    const databaseUrl = 'postgres://127.0.0.1:1/none'
    await expect(startDevServer({ stateDir, port: 0, databaseUrl })).rejects.toThrow()
    expect(existsSync(parent)).toBe(false)
  })

  it('reports an unusable state folder', async () => {
    const { folder } = await start()
    const stateDir = join(folder, 'development.json')
    await expect(startDevServer({ stateDir, port: 0 })).rejects.toMatchObject({
      code: 'STATE_MALFORMED',
      message: expect.stringContaining('a file is in the way'),
    })
  })

  it.runIf(existsSync('/dev/full'))('reports a full disk', async () => {
    const { folder } = await start()
    const stateDir = join(folder, 'full')
    mkdirSync(stateDir)
    symlinkSync('/dev/full', join(stateDir, 'server.json'))
    await expect(startDevServer({ stateDir, port: 0 })).rejects.toMatchObject({
      code: 'STATE_MALFORMED',
      message: `${stateDir} cannot be used as the state folder: the disk is full (ENOSPC)`,
      hint: expect.stringContaining('Free some space'),
    })
  })

  it.each(['EACCES', 'EPERM'])('reports a file that another user owns: %s', (code) => {
    expect(orUnusable('folder', Object.assign(new Error(code), { code }))).toMatchObject({
      code: 'STATE_MALFORMED',
      message: `folder cannot be used as the state folder: permission denied (${code})`,
      hint: expect.stringContaining('this user can write to'),
    })
  })

  it('answers a fault of a route under /dev in the format of errors, and logs it', async () => {
    const log: LogEntry[] = []
    const { server, folder, post } = await start({ log: (entry) => void log.push(entry) })
    rmSync(join(folder, 'snapshots'), { recursive: true })
    writeFileSync(join(folder, 'snapshots'), '')
    const { details } = await post<{ details: { errorCode: string; errorId: string }[] }>('/dev/snapshots/a')
    expect(details).toMatchObject([{ errorCode: 'INTERNAL' }])
    expect(log.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'server fault', path: '/dev/snapshots/a', error: expect.stringContaining('ENOTDIR') },
    ])
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })

  it('starts from a snapshot, continues from it, and rejects other states', async () => {
    const plain = await start()
    await plain.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'there', accounts: [] })
    const text = await (await fetch(`${plain.server.url}/dev/export`)).text()
    const beginWith = { name: 'beginning', text }
    const first = await startTestDev({ beginWith })
    expect(first.server.organizationId).toBe(plain.server.organizationId)
    expect(first.server.apiKey).toEqual(plain.server.apiKey)
    await first.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'later', accounts: [] })
    await first.server.close()
    const names = async ({ root }: TestDev) =>
      (await root.query('list_wallets')).wallets.map(({ walletName }) => walletName).sort()
    const second = await start({ stateDir: first.folder, beginWith })
    expect(await names(second)).toEqual(['later', 'there'])
    await fetch(`${second.server.url}/dev/snapshots/beginning/restore`, { method: 'POST' })
    expect(await names(second)).toEqual(['there'])

    const other = await startTestDev()
    await other.server.close()
    const others = { stateDir: other.folder, beginWith }
    await expect(startDevServer({ ...others, port: 0 })).rejects.toMatchObject({
      code: 'STATE_OF_ANOTHER',
      hint: expect.stringContaining('--fresh'),
    })
    const again = await startTestDev({ stateDir: other.folder })
    expect(again.server.organizationId).toBe(other.server.organizationId)
    await again.close()
    expect(await names(await start({ ...others, fresh: true }))).toEqual(['there'])
  })

  it('suggests --fresh only if the file is not a database, or has other columns', async () => {
    const { server, folder } = await start()
    await server.close()
    const file = join(folder, 'keywright.db')
    const suggestsFresh = () =>
      expect(startDevServer({ stateDir: folder, port: 0 })).rejects.toMatchObject({
        code: 'STATE_MALFORMED',
        hint: expect.stringContaining('--fresh'),
      })
    writeFileSync(file, 'no database'.repeat(100))
    await suggestsFresh()
    rmSync(file)
    new Database(file).exec('CREATE TABLE organizations (organization TEXT PRIMARY KEY, version INTEGER)')
    await suggestsFresh()
    rmSync(file)
    mkdirSync(file)
    await expect(startDevServer({ stateDir: folder, port: 0 })).rejects.toMatchObject({
      code: 'STATE_MALFORMED',
      hint: 'Check that this user can write to the folder, and that the disk has free space.',
    })
  })

  it('rejects another seed for an existing state', async () => {
    const first = await startTestDev({ seed: 1 })
    await first.server.close()
    await expect(startTestDev({ stateDir: first.folder, seed: 2 })).rejects.toMatchObject({
      code: 'SEED_MISMATCH',
    })
  })
})
