import { beforeEach, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { ETHEREUM } from '../../test/callCoverage/world.ts'
import { addUser, apiKeyStamper, type Person } from '../../test/support/index.ts'
import {
  engine,
  inOrganization,
  organizationId,
  root,
  rootUserId,
  store,
  tamper,
} from '../../test/support/setting.ts'
import { expand } from '../activity/compact.ts'
import { EXPIRIES } from '../calls/auth/expiries.ts'
import { type JournalEntry, journalId, NO_PREVIOUS_ENTRY } from '../store/journalEntry.ts'
import { indexedAs } from '../store/lookups.ts'
import { UNREADABLE } from '../store/rowValue.ts'
import { STORAGE, WHOLE_ORGANIZATION } from '../store/storage.ts'
import type { Json, Store } from '../store/store.ts'
import {
  type CompactActivityRow,
  JOURNALED_TABLES,
  type StoredActivityRow,
  type StoredVoteRow,
} from '../store/tables.ts'
import { collectContents, type WholeStore } from '../store/wholeStore.ts'
import { openVault } from '../vault.ts'
import { TRANSIENT } from './checkLookups.ts'
import { hashOf } from './entryHash.ts'
import { fingerprintOf, readJournal } from './replay.ts'
import { verifyJournal } from './verify.ts'

inOrganization('journal')
beforeEach(async () => {
  for (const walletName of ['first', 'second', 'third']) {
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
  }
})

const entriesOf = async () => {
  const entries: JournalEntry[] = []
  for await (const entry of readJournal(store, organizationId)) entries.push(entry)
  return entries
}
const alter = async (sequence: number, change: Partial<JournalEntry>) => {
  const entry = (await entriesOf())[sequence - 1]!
  await tamper('journal', journalId(sequence), { ...entry, ...change })
}
const verdict = () => verifyJournal(store, organizationId)

/** The value without one of its members, and with each member of every other type. */
function* malformedOf(value: Json): Iterable<unknown> {
  const types = [null, 5, 'text', [], [null], {}]
  yield* types.filter((other) => JSON.stringify(other) !== JSON.stringify(value))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...without } = value as Record<string, Json>
    yield without
    for (const other of types) {
      if (JSON.stringify(other) !== JSON.stringify(member)) yield { ...value, [name]: other }
    }
  }
}

describe('verifyJournal', () => {
  it('accepts a journal that the engine wrote', async () => {
    const entries = await entriesOf()
    expect(entries.map((entry) => entry.sequence)).toEqual([1, 2, 3, 4])
    const votes = { verified: 3, unverifiable: 0 }
    expect(await verdict()).toEqual({ ok: true, entries: 4, head: entries.at(-1)!.hash, votes })
    expect(await engine.verifyJournal(organizationId)).toEqual(await verdict())
  })

  it.each([
    ['changes', { changes: [] }],
    ['the time', { at: 0 }],
    ['the activity', { activityId: 'another' }],
    ['the hash', { hash: '0'.repeat(64) }],
  ])('names the entry with an altered %s', async (_what, change) => {
    await alter(2, change)
    expect(await verdict()).toEqual({ ok: false, sequence: 2, reason: 'was altered' })
  })

  it('reports the entry after one that was altered and rehashed', async () => {
    const entry = (await entriesOf())[1]!
    const forged = { ...entry, at: 0 }
    await tamper('journal', journalId(2), { ...forged, hash: hashOf(forged) })
    expect(await verdict()).toEqual({ ok: false, sequence: 3, reason: 'does not follow the entry before' })
  })

  it('finds a finished activity whose only copy is altered or removed', async () => {
    const [first] = await store.list(organizationId, 'activities')
    const { id, value } = first!
    await tamper('activities', id, { ...(value as object), updatedAt: 0 })
    expect(await verdict()).toMatchObject({ ok: false, problems: [{ kind: 'altered', id }] })
    await tamper('activities', id, undefined)
    expect(await verdict()).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([
        expect.objectContaining({ kind: 'missing', table: 'activities', id }),
      ]),
    })
  })

  it('reports an entry that is missing from the middle or the end', async () => {
    const last = (await entriesOf())[3]
    await tamper('journal', journalId(4), undefined)
    expect(await verdict()).toEqual({ ok: false, sequence: 4, reason: 'is missing' })
    await tamper('journal', journalId(4), last)
    await tamper('journal', journalId(2), undefined)
    expect(await verdict()).toEqual({ ok: false, sequence: 2, reason: 'entry 2 is missing' })
  })

  it('reports an appended entry', async () => {
    const last = (await entriesOf())[3]!
    const forged = { sequence: 5, activityId: null, at: 0, changes: [], previous: last.hash }
    await tamper('journal', journalId(5), { ...forged, hash: hashOf(forged) })
    expect(await verdict()).toMatchObject({ ok: false })
  })

  it.each(['users', 'wallets', 'activities', 'organization'])(
    'reports rows of %s that were changed, added or removed without the journal',
    async (table) => {
      const [row] = await store.list(organizationId, table)
      const broken = (reason: string) => expect.objectContaining({ ok: false, sequence: 4, reason })
      await tamper(table, row!.id, { ...(row!.value as object), createdAt: 1 })
      expect(await verdict()).toEqual(broken(`row ${row!.id} of ${table} is not what an entry wrote`))
      await tamper(table, row!.id, undefined)
      expect(await verdict()).toEqual(broken(`row ${row!.id} of ${table} is missing`))
      await tamper(table, row!.id, row!.value)
      expect(await verdict()).toMatchObject({ ok: true })
      await tamper(table, 'another', row!.value)
      expect(await verdict()).toEqual(broken(`row another of ${table} is not what an entry wrote`))
    },
  )
})

describe('lookups', () => {
  const problemsOf = async () => {
    const verdict = await engine.verifyJournal(organizationId)
    return verdict.ok ? [] : (verdict.problems ?? [])
  }
  const rowsOf = async () =>
    (await collectContents((store as WholeStore).readAll())).rows
      .filter(([organization]) => organization === organizationId)
      .map(([, table, id, value]) => ({ table, id, value: JSON.parse(value) as Json }))

  it('reads none that names an activity by its key while the journal is intact', async () => {
    const asked: string[] = []
    const watched: Store = {
      ...store,
      read: (organization, readings) => {
        asked.push(...readings.map(({ table }) => table))
        return store.read(organization, readings)
      },
    }
    const vault = openVault(engine.ports.rootSecret, engine.random)
    const namesActivity = (table: string) => /^(by-|fingerprints)/.test(table)
    expect(await verifyJournal(watched, organizationId, { vault })).toMatchObject({ ok: true })
    expect(asked.filter(namesActivity)).toEqual([])
    const [fingerprint] = await store.list(organizationId, 'fingerprints')
    await tamper('fingerprints', fingerprint!.id, 'another')
    expect(await verifyJournal(watched, organizationId, { vault })).toMatchObject({ ok: false })
    expect(asked.filter(namesActivity)).not.toEqual([])
  })

  it('finds a fingerprint that was deleted so that the same bytes execute again', async () => {
    const [fingerprint] = await store.list(organizationId, 'fingerprints')
    await tamper('fingerprints', fingerprint!.id, undefined)
    expect(await problemsOf()).toEqual([
      { kind: 'missing', organization: organizationId, table: 'fingerprints', id: fingerprint!.id },
    ])
  })

  it('finds a counter of codes that was removed, although the tables do not determine it', async () => {
    await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
      name: 'FEATURE_NAME_OTP_EMAIL_AUTH',
      value: '',
    })
    await root.run('ACTIVITY_TYPE_INIT_OTP', { otpType: 'OTP_TYPE_EMAIL', contact: 'root@example.com' })
    const [counter] = await store.list(organizationId, 'otp-counted')
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
    await tamper('otp-counted', counter!.id, undefined)
    expect(await engine.verifyJournal(organizationId)).toMatchObject({
      ok: false,
      reason: 'a row of otp-counted is missing',
    })
    // Of every other lookup in the index, a missing row is named.
    expect(Object.keys(TRANSIENT).filter((table) => indexedAs(table) !== undefined)).toEqual(['otp-counted'])
  })

  it('finds every entry that is missing, altered or extra, by table and id', async () => {
    const derived = (await rowsOf()).filter(
      ({ table }) =>
        ![...JOURNALED_TABLES, 'journal', 'macs', 'heads', ...Object.keys(TRANSIENT)].includes(table),
    )
    expect(new Set(derived.map(({ table }) => table.replace(/:.*/, '')))).toEqual(
      new Set([
        'by-status',
        'by-type',
        'credentials-api-key',
        'data-keys',
        'fingerprints',
        'names',
        'secrets',
        'user-versions',
        'users-by-contact',
        'users-by-credential-id',
      ]),
    )
    for (const { table, id, value } of derived) {
      const problem = (kind: string, of = id) =>
        expect.objectContaining({ kind, organization: organizationId, table, id: of })
      await tamper(table, id, undefined)
      expect(await problemsOf(), `${table} ${id}`).toContainEqual(problem('missing'))
      await tamper(table, id, 'another')
      expect(await problemsOf(), `${table} ${id}`).toContainEqual(problem('altered'))
      await tamper(table, id, value)
      await tamper(table, `${id} 2`, value)
      expect(await problemsOf(), `${table} ${id}`).toContainEqual(problem('extra', `${id} 2`))
      await tamper(table, `${id} 2`, undefined)
      expect(await problemsOf()).toEqual([])
    }
  })

  it('names each row of MACs that was deleted, restored or swapped, and no other', async () => {
    const macRows = async () => (await rowsOf()).filter(({ table }) => ['macs', 'heads'].includes(table))
    const accountsOf = (change: number) =>
      Array.from({ length: 20 }, (_, n) => ({ ...ETHEREUM, path: `m/44'/60'/0'/${change}/${n}` }))
    const accounts = [...accountsOf(0), ...accountsOf(1)]
    const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'large', accounts })
    const earlier = new Map((await macRows()).map(({ table, id, value }) => [`${table} ${id}`, value]))
    await root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', { walletId, accounts: accountsOf(2) })
    const rows = (await macRows()).map((row) => ({ ...row, older: earlier.get(`${row.table} ${row.id}`) }))
    const changed = rows.filter(({ value, older }) => JSON.stringify(value) !== JSON.stringify(older))
    const [buckets, added] = [true, false].map((isOlder) =>
      changed.filter(({ id, older }) => id.includes(':') && (older !== undefined) === isOlder),
    ) as [typeof rows, typeof rows]
    const single = ['head', 'index'].map((id) => rows.find((row) => row.id === id)!)
    const some = [...single, ...buckets.slice(0, 3), ...added.slice(0, 2)]
    expect(some).toHaveLength(7)
    for (const { table, id, value, older } of some) {
      const other = rows.find((row) => row.id !== id)!.value
      for (const wrong of [undefined, other, ...(older === undefined ? [] : [older])]) {
        await tamper(table, id, wrong)
        const kind = wrong === undefined ? 'missing' : 'altered'
        const problem = { kind, organization: organizationId, table, id }
        expect(await problemsOf(), `${kind} ${id}`).toEqual([problem])
      }
      await tamper(table, id, value)
    }
    // An older copy of all of them, without the head, and without the index.
    for (const { table, id, older } of rows) await tamper(table, id, older)
    for (const { table, id, value } of single) {
      expect(await problemsOf()).toMatchObject([{ kind: 'altered', table, id }])
      expect(await engine.verifyJournal(organizationId)).toMatchObject({
        reason: `row ${id} of ${table} is not what the server wrote`,
      })
      await tamper(table, id, value)
    }
    const idsOf = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id).sort()
    expect(idsOf(await problemsOf())).toEqual(idsOf([...buckets, ...added]))
  })

  it('names a head with a member that its MAC does not cover', async () => {
    const head = (await store.get(organizationId, 'heads', 'head')) as object
    await tamper('heads', 'head', { ...head, added: 1 })
    expect(await problemsOf()).toMatchObject([{ kind: 'altered', table: 'heads', id: 'head' }])
  })

  it('reports a row whose members are missing or of another type, instead of failing', async () => {
    let unnamed = 0
    const rows = await rowsOf()
    const kindOf = ({ table }: { table: string }) => table.split(':')[0]!
    const oneOfEach = rows.filter(
      (row, n) =>
        !(kindOf(row) in TRANSIENT) && rows.findIndex((other) => kindOf(other) === kindOf(row)) === n,
    )
    for (const { table, id, value } of oneOfEach) {
      for (const malformed of everyNth(7, [...malformedOf(value)])) {
        await tamper(table, id, malformed)
        const verdict = await engine.verifyJournal(organizationId)
        if (verdict.ok) expect.unreachable(`${table} ${JSON.stringify(malformed)}`)
        unnamed += verdict.sequence === 0 ? 1 : 0
      }
      await tamper(table, id, value)
    }
    expect(unnamed).toBe(0)
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })

  it.each([[null], [5], [[]], [{}]])('reports %j as an extra row of any table', async (value) => {
    for (const table of JOURNALED_TABLES) {
      await tamper(table, 'another', value)
      expect(await engine.verifyJournal(organizationId), table).toMatchObject({ ok: false })
      await tamper(table, 'another', undefined)
    }
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })

  it.each([
    [STORAGE, WHOLE_ORGANIZATION, UNREADABLE],
    [STORAGE, WHOLE_ORGANIZATION, { bytes: null, at: 0 }],
    [EXPIRIES, '0000000000000000 x', UNREADABLE],
    [EXPIRIES, '0000000000000000 x', { otpId: 'y' }],
  ])('finds a row of %s that servers reject: %s %j', async (table, id, value) => {
    await tamper(table, id, value)
    const problem = { kind: 'altered', organization: organizationId, table, id }
    expect(await verdict()).toMatchObject({ ok: false, problems: [problem] })
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: false, problems: [problem] })
  })

  it('finds a row of a table that no release has', async () => {
    await tamper('unheard-of', 'x', 1)
    expect(await problemsOf()).toEqual([
      { kind: 'extra', organization: organizationId, table: 'unheard-of', id: 'x' },
    ])
  })
})

describe('memory', () => {
  it('stays the same, however long the journal is', async () => {
    const measure = async () => {
      let most = 0
      let page = 0
      const vault = openVault(engine.ports.rootSecret, engine.random)
      const onMemory = (live: number, rows: number) => {
        most = Math.max(most, live)
        page = Math.max(page, rows)
      }
      expect(await verifyJournal(store, organizationId, { vault, mostLive: 20, onMemory })).toMatchObject({
        ok: true,
      })
      return { most, page }
    }
    const sign = async (times: number) => {
      for (let n = 0; n < times; n++) {
        engine.clock.advance({ seconds: 1 })
        await root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith: address,
          payload: 'ab',
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_SHA256',
        })
      }
    }
    const { walletId, addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'signing',
      accounts: [ETHEREUM],
    })
    const [address] = addresses as [string]
    await sign(10)
    const few = await measure()
    await sign(60)
    expect((await measure()).most).toBe(few.most)
    // Accounts can change later, so the walk keeps them: in passes if there are many.
    for (let n = 1; n <= 5; n++) {
      const accounts = Array.from({ length: 10 }, (_, k) => ({ ...ETHEREUM, path: `m/44'/60'/0'/${n}/${k}` }))
      await root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', { walletId, accounts })
    }
    const many = await measure()
    expect(many.most).toBeLessThanOrEqual(20)
    expect(many.page).toBeLessThanOrEqual(500)
  })
})

describe('votes', () => {
  const activityOf = async (entry: JournalEntry) => {
    const { id } = entry.changes.find(({ table }) => table === 'activities')!
    return expand((await store.get(organizationId, 'activities', id)) as unknown as CompactActivityRow)
  }
  /** The journal with one entry's activity changed, hashed again up to the end, and the row to match. */
  const rewrite = async (change: (activity: StoredActivityRow) => unknown, of = -1) => {
    const entries = await entriesOf()
    const at = entries.at(of)!.sequence
    let previous = NO_PREVIOUS_ENTRY
    for (const entry of entries) {
      const next = { ...entry, previous }
      if (entry.sequence === at) {
        const value = change(await activityOf(entry)) as Json
        const { id } = entry.changes.find(({ table }) => table === 'activities')!
        next.changes = entry.changes.map((one) =>
          one.table === 'activities' ? { table: one.table, id, digest: fingerprintOf(value) } : one,
        )
        await tamper('activities', id, value)
      }
      const { hash: _old, ...hashed } = next
      previous = hashOf(hashed)
      await tamper('journal', journalId(entry.sequence), { ...hashed, hash: previous })
    }
  }
  const alterVote =
    (change: (vote: StoredVoteRow) => Partial<StoredVoteRow>) => (activity: StoredActivityRow) => ({
      ...activity,
      votes: activity.votes.map((vote) => ({ ...vote, ...change(vote) })),
    })

  it.each<[string, (vote: StoredVoteRow) => Partial<StoredVoteRow>, RegExp]>([
    [
      'another signature',
      ({ signature }) => ({ signature: signature.replace(/..$/, '00') }),
      /does not verify/,
    ],
    ['another key', () => ({ publicKey: `02${'ab'.repeat(32)}` }), /by no credential of the time/],
    ['another voter', () => ({ userId: '00000000-0000-4000-8000-000000000000' }), /by no user of the time/],
    ['another body', ({ message }) => ({ message: message.replace('third', 'fourth') }), /does not verify/],
  ])('finds a vote with %s in a journal that was rewritten', async (_what, change, reason) => {
    await rewrite(alterVote(change))
    expect(await verdict()).toMatchObject({ ok: false, sequence: 4, reason: expect.stringMatching(reason) })
  })

  it.each([undefined, null, {}, 5, 'votes'])('reports an activity whose votes are %j', async (votes) => {
    await rewrite(({ status: _, ...activity }) => ({ ...activity, votes }))
    expect(await verdict()).toMatchObject({ ok: false, sequence: 4 })
  })

  it('finds a vote that was given to another activity', async () => {
    const other = (await store.list(organizationId, 'activities'))[0]!.value as unknown as StoredActivityRow
    await rewrite((activity) => ({ ...activity, votes: other.votes }))
    expect(await verdict()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/not about the activity/),
    })
  })

  it('finds a vote by a key that the user no longer had', async () => {
    const key = engine.apiKey()
    const { apiKeyIds } = await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: rootUserId,
      apiKeys: [{ apiKeyName: 'second', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
    })
    const second = engine.client(organizationId, apiKeyStamper(key))
    await second.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'by second', accounts: [] })
    const vote = await activityOf((await entriesOf()).at(-1)!)
    await root.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId: rootUserId, apiKeyIds })
    expect(await verdict()).toMatchObject({ ok: true, votes: { verified: 4 } })
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'later', accounts: [] })
    await rewrite((activity) => ({ ...activity, votes: vote.votes }))
    expect(await verdict()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/by no credential of the time/),
    })
  })

  describe('of an activity that needs two', () => {
    let bob: Person
    beforeEach(async () => {
      bob = await addUser(engine, root, 'bob')
      await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: 'two',
        effect: 'EFFECT_ALLOW',
        condition: `activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'`,
        consensus: `approvers.any(a, a.id == '${bob.userId}')`,
      })
      await bob.client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'of bob', accounts: [] })
    })

    it('are replayed with the policies of the time', async () => {
      const { policies } = await root.query('list_policies')
      await root.run('ACTIVITY_TYPE_DELETE_POLICY', { policyId: policies[0]!.policyId })
      expect(await verdict()).toMatchObject({ ok: true, votes: { verified: 7, unverifiable: 0 } })
    })

    it.each<[string, (activity: StoredActivityRow) => object, RegExp]>([
      ['no policy that allows it', () => ({ evaluations: [] }), /other policies than those of the time/],
      [
        'a policy that waits',
        ({ evaluations: [only] }) => ({
          evaluations: [
            {
              ...only,
              policyEvaluations: only!.policyEvaluations.map((one) => ({
                ...one,
                outcome: 'OUTCOME_REQUIRES_CONSENSUS',
              })),
            },
          ],
        }),
        /without quorum or an allowing policy/,
      ],
      ['no vote', () => ({ votes: [] }), /without an approval/],
    ])('are found to be too few with %s', async (_what, change, reason) => {
      await rewrite((activity) => ({ ...activity, ...change(activity) }))
      expect(await verdict()).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
    })
  })
})
