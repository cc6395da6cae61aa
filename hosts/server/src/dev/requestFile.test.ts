import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptRequest, LoggedRequest } from '@keywright/devhost'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { startTestDev } from '../../test/support/devServer.ts'
import { openRequestFile } from './requestFile.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = folderOfTest('requests')
  path = join(folder, 'requests.jsonl')
})

const request = (n: number) => ({ id: `request ${n}` }) as KeptRequest
const idsOf = (requests: readonly LoggedRequest[]) => requests.map(({ id }) => id)
const lineCount = () => readFileSync(path, 'utf8').split('\n').filter(Boolean).length

describe('openRequestFile', () => {
  it('keeps the newest requests across a restart, readable only by the owner', async () => {
    const file = openRequestFile(path, 3)
    for (let n = 1; n <= 5; n++) file.append(request(n))
    await file.idle()
    expect(idsOf(await openRequestFile(path, 3).read())).toEqual(['request 3', 'request 4', 'request 5'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('stays bounded', async () => {
    const file = openRequestFile(path, 10)
    for (let n = 1; n <= 200; n++) {
      file.append(request(n))
      await file.idle()
      expect(lineCount()).toBeLessThanOrEqual(20)
    }
    expect(idsOf(await openRequestFile(path, 1).read())).toEqual(['request 200'])
  })

  it('skips a line that a crash truncated', async () => {
    const file = openRequestFile(path, 3)
    file.append(request(1))
    await file.idle()
    appendFileSync(path, '{"id":"reque')
    const next = openRequestFile(path, 3)
    next.append(request(2))
    await next.idle()
    expect(idsOf(await openRequestFile(path, 3).read())).toEqual(['request 1', 'request 2'])
  })

  it('can be cleared', async () => {
    const file = openRequestFile(path, 3)
    file.append(request(1))
    await file.idle()
    file.clear()
    file.append(request(2))
    await file.idle()
    expect(idsOf(await openRequestFile(path, 3).read())).toEqual(['request 2'])
  })

  it('loses only lines while it cannot write', async () => {
    mkdirSync(path)
    const file = openRequestFile(path, 3)
    file.append(request(1))
    await file.idle()
    file.clear()
    rmSync(path, { recursive: true })
    file.append(request(2))
    await file.idle()
    expect(idsOf(await openRequestFile(path, 3).read())).toEqual(['request 2'])
  })
})

describe('the request log', () => {
  it('survives a restart, but not a fresh start', async () => {
    const list = async (dev: Awaited<ReturnType<typeof startTestDev>>) =>
      (await dev.get<{ requests: LoggedRequest[] }>('/dev/requests')).requests
    const first = await startTestDev({ stateDir: folder })
    await first.root.query('whoami')
    const before = await list(first)
    expect(before).toMatchObject([{ call: 'whoami', status: 200 }])
    await first.server.close()
    const second = await startTestDev({ stateDir: folder })
    expect(await list(second)).toEqual(before)
    await second.server.close()
    const third = await startTestDev({ stateDir: folder, fresh: true })
    expect(await list(third)).toEqual([])
    await third.server.close()
  })
})
