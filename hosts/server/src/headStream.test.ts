/** The stream of journal heads on disk: what it finds in a database that is put back, forked or emptied. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { collectContents, createMemoryStore, type WholeStore } from '@keywright/engine'
import { type Client, createTestEngine, type TestEngine } from '@keywright/engine/test'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../../tools/scripts/lib/temporaryFolder.ts'
import { assertStream } from './headStream.ts'
import { exportStore, toKeys, verifyStore } from './journals.ts'

let folder: string
let stream: string
let store: WholeStore
let engine: TestEngine
let root: Client
let organizationId: string

beforeEach(async () => {
  folder = folderOfTest('heads')
  stream = join(folder, 'heads.jsonl')
  store = createMemoryStore()
  engine = createTestEngine('head stream', { store })
  ;({ root, organizationId } = await engine.organization())
})

const keys = () => toKeys(engine.ports.rootSecret)
const addWallet = (walletName: string) =>
  root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
const append = () => exportStore(store, keys(), { stream }, () => undefined)
/** From the stream alone. */
const verify = () => verifyStore(store, undefined, { stream })
const lines = () => readFileSync(stream, 'utf8').split('\n').slice(0, -1)
const wrong = (reason: RegExp, sequence: number) => ({
  organizationId,
  verdict: { ok: false, sequence, reason: expect.stringMatching(reason) },
})

describe('the stream of journal heads', () => {
  it('gets a line per organization that has grown', async () => {
    await append()
    expect(lines().map((line) => Object.keys(JSON.parse(line)))).toEqual([
      ['format', 'publicKey'],
      ['organization', 'version', 'hash', 'signature'],
    ])
    expect(await append()).toEqual([])
    const other = await engine.organization('Other')
    await addWallet('one')
    expect(await append()).toMatchObject([{ outcome: { version: 2 } }, { outcome: { version: 1 } }])
    expect(lines()).toHaveLength(4)
    expect((await verify()).map(({ verdict }) => verdict.ok)).toEqual([true, true])
    expect(other.organizationId).not.toBe(organizationId)
  })

  it('goes to a writer if there is no file, with every head', async () => {
    let written = ''
    await addWallet('one')
    await exportStore(store, keys(), {}, (text) => {
      written += text
    })
    expect(
      written
        .split('\n')
        .slice(1, -1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ organization: organizationId, version: 2 }])
  })

  it('goes on after a line that was half written', async () => {
    await append()
    appendFileSync(stream, '{"organization":"')
    expect(await verify()).toMatchObject([{ verdict: { ok: true } }])
    await addWallet('one')
    await append()
    expect(lines()).toHaveLength(3)
    expect(await verify()).toMatchObject([{ verdict: { ok: true } }])
  })

  it('goes on in an empty file', async () => {
    writeFileSync(stream, '')
    await append()
    expect(lines()).toHaveLength(2)
  })

  it('finds a database that was rolled back, forked or emptied, and exports nothing of it', async () => {
    const before = await collectContents(store.readAll())
    await addWallet('one')
    await append()
    await store.replaceAll([before])
    expect(await verifyStore(store, keys())).toMatchObject([{ verdict: { ok: true } }])
    expect(await verify()).toMatchObject([wrong(/rolled back/, 2)])
    expect(await append()).toMatchObject([{ outcome: { problem: 'rolled back', version: 2 } }])
    await addWallet('another')
    expect(await verifyStore(store, keys())).toMatchObject([{ verdict: { ok: true } }])
    expect(await verify()).toMatchObject([wrong(/forked/, 2)])
    expect(await append()).toMatchObject([{ outcome: { problem: 'forked', version: 2 } }])
    await store.replaceAll([])
    expect(await verify()).toMatchObject([wrong(/lacks/, 2)])
    expect(await append()).toMatchObject([{ outcome: { problem: 'missing', version: 2 } }])
    expect(lines()).toHaveLength(2)
  })

  it('is not read if a line was changed, or if it is another file', async () => {
    await append()
    const text = readFileSync(stream, 'utf8')
    writeFileSync(stream, text.replace('"version":1', '"version":2'))
    await expect(verify()).rejects.toThrow(/line 2 of \S+ is not a head that the key of the stream signed/)
    await expect(append()).rejects.toThrow(/line 2/)
    writeFileSync(stream, '{}\n')
    await expect(verify()).rejects.toThrow(`${stream} is not a stream of journal heads`)
    const none = join(folder, 'none')
    await expect(verifyStore(store, undefined, { stream: none })).rejects.toThrow(
      `the stream ${none} cannot be read (ENOENT)`,
    )
  })

  it('is not taken for the stream of another root secret', async () => {
    await append()
    const others = toKeys(new Uint8Array(32))
    await expect(exportStore(store, others, { stream }, () => undefined)).rejects.toThrow(
      /another root secret/,
    )
    await expect(verifyStore(store, others, { stream })).rejects.toThrow(/another root secret/)
  })
})

it('finds rows that are stored under an ID that no organization has', async () => {
  await store.commit({
    guards: [],
    writes: [{ organization: 'nobody', table: 'users', id: 'x', value: {} }],
  })
  expect(await verifyStore(store, keys())).toContainEqual({
    organizationId: 'nobody',
    verdict: expect.objectContaining({ ok: false, reason: expect.stringMatching(/no organization has/) }),
  })
})

describe('a path for the stream', () => {
  it('may be a new file, an empty one, or a stream', async () => {
    await assertStream(stream)
    await assertStream(stream)
    await append()
    await assertStream(stream)
    expect(lines()).toHaveLength(2)
    const blanks = join(folder, 'ä folder')
    mkdirSync(blanks)
    await assertStream(join(blanks, 'heads of 2026.jsonl'))
  })

  it.each([
    ['missing/heads.jsonl', /cannot be written: ENOENT/],
    ['.', /EISDIR/],
    ['text/heads.jsonl', /cannot be written: ENOTDIR/],
    ['text', /is not a stream of journal heads/],
    ['/dev/full', /cannot be written: it is not a file/],
  ])('cannot be %s', async (path, reason) => {
    writeFileSync(join(folder, 'text'), 'something else')
    stream = resolve(folder, path)
    await expect(assertStream(stream)).rejects.toThrow(reason)
    await expect(append()).rejects.toThrow(reason)
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('something else')
  })

  it('stays closed after a stream of another root secret', async () => {
    await append()
    appendFileSync(stream, 'x\n'.repeat(200_000))
    const open = () => readdirSync('/proc/self/fd').length
    const others = toKeys(new Uint8Array(32))
    const tryOthers = () =>
      expect(exportStore(store, others, { stream }, () => undefined)).rejects.toThrow('another root secret')
    await tryOthers()
    const before = open()
    for (let i = 0; i < 10; i++) await tryOthers()
    expect(open() - before).toBeLessThan(10)
  })
})
