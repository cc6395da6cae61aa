import { createPublicKey, verify as nodeVerify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  engine,
  inOrganization,
  organizationId as organization,
  root,
  store,
  tamper,
} from '../../test/support/setting.ts'
import { journalId } from '../store/journalEntry.ts'
import { collectContents, type WholeStore } from '../store/wholeStore.ts'
import { openVault } from '../vault.ts'
import { headProblemOf, isSigned, type JournalHead, nextHead, openHeadSigner } from './heads.ts'
import { pruneJournal } from './prune.ts'

inOrganization('heads')

const addWallet = (walletName: string) =>
  root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
const vault = () => openVault(engine.ports.rootSecret, engine.random)
const next = (before?: JournalHead) => nextHead(store, organization, vault().mac, before)
const exported = async (before?: JournalHead) => (await next(before)) as JournalHead
describe('signed heads', () => {
  it('are checkpoints of a transparency log, which other libraries verify', async () => {
    const signer = openHeadSigner(engine.ports.rootSecret)
    const head = signer.sign(await exported())
    const der = Buffer.from(`302a300506032b6570032100${signer.publicKey}`, 'hex')
    const hash = Buffer.from(head.hash, 'hex').toString('base64')
    const text = Buffer.from(`keywright/${organization}\n1\n${hash}\n`)
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(nodeVerify(null, text, key, Buffer.from(head.signature, 'hex'))).toBe(true)
  })

  it('verify with the key of the root secret, as they are, and not otherwise', async () => {
    const signer = openHeadSigner(engine.ports.rootSecret)
    const head = signer.sign(await exported())
    expect(isSigned(head, signer.publicKey)).toBe(true)
    expect(isSigned(head, openHeadSigner(new Uint8Array(32)).publicKey)).toBe(false)
    for (const change of [
      { version: 2 },
      { organization: `${organization}0` },
      { hash: '0'.repeat(64) },
      { signature: '00' },
      { signature: 'x' },
    ]) {
      expect(isSigned({ ...head, ...change }, signer.publicKey), JSON.stringify(change)).toBe(false)
    }
  })
})

describe('nextHead', () => {
  it('finds the newest entry, once', async () => {
    const first = await exported()
    expect(first).toMatchObject({ organization, version: 1 })
    expect(await next(first)).toBeUndefined()
    await addWallet('one')
    await addWallet('two')
    expect(await next(first)).toMatchObject({ version: 3 })
  })

  it('reads only what came since the head before', async () => {
    for (let n = 0; n < 5; n++) await addWallet(`wallet ${n}`)
    const head = await exported()
    await addWallet('later')
    let read = 0
    const counting: WholeStore = {
      ...store,
      async list(...words) {
        const rows = await store.list(...words)
        read += rows.length
        return rows
      },
    }
    expect(await nextHead(counting, organization, vault().mac, head)).toMatchObject({ version: 7 })
    expect(read).toBe(1)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['an entry was altered', () => tamper('journal', journalId(2), { sequence: 2 })],
    ['the head was not written by a server', () => tamper('heads', 'head', { sequence: 3 })],
  ])('signs nothing if %s', async (_what, change) => {
    const first = await exported()
    await addWallet('one')
    await addWallet('two')
    await change()
    expect(await next(first)).toBe('forked')
  })

  it('continues after entries that were pruned between two exports', async () => {
    const first = await exported()
    await addWallet('one')
    engine.clock.advance({ hours: 24 })
    const now = engine.clock()
    await pruneJournal(store, organization, { before: now, now, mac: vault().mac })
    const head = await exported(first)
    expect(head).toMatchObject({ version: 3 })
    expect(await headProblemOf(store, first)).toBeUndefined()
    expect(await headProblemOf(store, head)).toBeUndefined()
  })
})

describe('headProblemOf', () => {
  it('tells what is missing, rolled back and forked', async () => {
    const before = await collectContents(store.readAll())
    await addWallet('one')
    const head = await exported()
    expect(await headProblemOf(store, head)).toBeUndefined()
    await store.replaceAll([before])
    expect(await headProblemOf(store, head)).toBe('rolled back')
    expect(await next(head)).toBe('rolled back')
    await addWallet('another')
    expect(await engine.verifyJournal(organization)).toMatchObject({ ok: true, entries: 2 })
    expect(await headProblemOf(store, head)).toBe('forked')
    expect(await next(head)).toBe('forked')
    await store.replaceAll([])
    expect(await headProblemOf(store, head)).toBe('missing')
    expect(await next(head)).toBe('missing')
  })
})
