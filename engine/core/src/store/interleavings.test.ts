/**
 * Generated interleavings: a seeded scheduler picks the store call that is answered next, for requests of two
 * processes on one organization. The outcome must equal that of running the requests one by one in journal order, and
 * each rejection must have been right at some moment while its request ran.
 *
 * KEYWRIGHT_INTERLEAVINGS sets how many schedules are tried (default 15), KEYWRIGHT_INTERLEAVINGS_SEED their seed.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takingTurns } from '../../test/store/takingTurns.ts'
import {
  addPrivateKey,
  allow,
  apiKeyStamper,
  type Client,
  createTestEngine,
  type Posted,
} from '../../test/support/index.ts'
import { expand } from '../activity/compact.ts'
import { readJournal } from '../journal/replay.ts'
import { createMemoryStore } from './memory.ts'
import type { CompactActivityRow, UserRow } from './tables.ts'
import { versionEntry } from './userVersions.ts'
import type { WholeStore } from './wholeStore.ts'

const RUNS = Number(process.env['KEYWRIGHT_INTERLEAVINGS'] ?? 15)
const seed = process.env['KEYWRIGHT_INTERLEAVINGS_SEED']

const KEYS = 2
const NAMES = ['red', 'blue']

type Operation =
  | { readonly kind: 'sign'; readonly key: number; readonly payload: number }
  | { readonly kind: 'name'; readonly key: number; readonly name: number }
  | { readonly kind: 'forget name'; readonly name: number }
  | { readonly kind: 'delete key'; readonly key: number }

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sign' as const),
      key: fc.nat(KEYS - 1),
      // Few values, so that bodies repeat.
      payload: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('name' as const),
      key: fc.nat(KEYS - 1),
      name: fc.nat(NAMES.length - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('forget name' as const), name: fc.nat(NAMES.length - 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('delete key' as const), key: fc.nat(KEYS - 1) }),
  },
)

/** Which process handles the request, and after how many finished requests it is sent. */
const asked = fc.record({ operation, process: fc.nat(1), after: fc.nat(3) })

/** Each call waits for the scheduler twice: before it runs, and before it returns. */
function scheduled(store: WholeStore, scheduler: fc.Scheduler): WholeStore {
  const within = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve(), name)
    const settled = await call().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    await scheduler.schedule(Promise.resolve(), `answer of ${name}`)
    if ('error' in settled) throw settled.error
    return settled.value
  }
  return {
    ...store,
    get: (...of) => within(`get ${of[1]}`, () => store.get(...of)),
    read: (...of) => within('read', () => store.read(...of)),
    list: (...of) => within(`list ${of[1]}`, () => store.list(...of)),
    count: (...of) => within(`count ${of[1]}`, () => store.count(...of)),
    commit: (changes) => within('commit', () => store.commit(changes)),
  }
}

async function createSetting(share: (store: WholeStore) => WholeStore) {
  const store = createMemoryStore()
  const rootSecret = new Uint8Array(32).fill(7)
  const calm = createTestEngine('interleavings', { store, rootSecret })
  const { root, organizationId, rootKey } = await calm.organization()
  // The last key is never deleted, because a user must keep one.
  const keys = Array.from({ length: KEYS + 1 }, () => calm.apiKey())
  const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V4', {
    users: [
      {
        userName: 'second',
        userTags: [],
        apiKeys: keys.map(({ publicKey, curve }, n) => ({
          apiKeyName: `key ${n}`,
          publicKey,
          curveType: curve,
        })),
        authenticators: [],
        oauthProviders: [],
      },
    ],
  })
  const userId = userIds[0]!
  await allow(root, 'true', `approvers.any(a, a.id == '${userId}')`)
  const privateKeyId = await addPrivateKey(root, 'k')
  const tags = await Promise.all(
    NAMES.map((userTagName) => root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName, userIds: [] })),
  )
  const user = (await store.get(organizationId, 'users', userId)) as unknown as UserRow
  const faults: unknown[] = []
  const shared = share(store)
  const engines = [0, 1].map((n) =>
    createTestEngine(`interleavings ${n}`, {
      store: shared,
      rootSecret,
      backOff: async () => undefined,
      log: (_id, fault) => void faults.push(fault),
    }),
  )
  const at = (n: number, key = rootKey): Client => engines[n]!.client(organizationId, apiKeyStamper(key))

  function compose(of: Operation): Posted {
    switch (of.kind) {
      case 'sign':
        return root.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith: privateKeyId,
          payload: of.payload.toString(16).padStart(64, '0'),
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NO_OP',
        })
      case 'name':
        return root.compose('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: NAMES[of.name]!, userIds: [] })
      case 'forget name':
        return root.compose('ACTIVITY_TYPE_DELETE_USER_TAGS', { userTagIds: [tags[of.name]!.userTagId] })
      case 'delete key':
        return root.compose('ACTIVITY_TYPE_DELETE_API_KEYS', {
          userId,
          apiKeyIds: [user.apiKeys[of.key]!.apiKeyId],
        })
    }
  }
  return { store, calm, organizationId, keys, rootKey, user, at, compose, faults }
}

interface Outcome {
  readonly operation: Operation
  /** The caller's key. */
  readonly publicKey: string
  readonly activityId?: string
  readonly errorCode?: string
  /** Versions of the organization before the request was sent and after it was answered. */
  readonly versions: readonly [from: number, to: number]
}

/** What requests depend on, as of one journal entry: credentials and what requests create or delete. */
interface Model {
  readonly keys: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly tags: ReadonlySet<string>
}

/** Why a request must be rejected in this state; undefined if it must be accepted. */
function refusalOf(
  { operation: of, publicKey }: Outcome,
  model: Model,
  setting: Setting,
): string | undefined {
  if (!model.keys.has(publicKey)) return 'API_KEY_NOT_FOUND'
  switch (of.kind) {
    case 'sign':
      return undefined
    case 'name':
      return model.names.has(NAMES[of.name]!) ? 'NAME_TAKEN' : undefined
    case 'forget name':
      return model.tags.has(NAMES[of.name]!) ? undefined : 'gone'
    case 'delete key':
      return model.keys.has(setting.keys[of.key]!.publicKey) ? undefined : 'gone'
  }
}

type Setting = Awaited<ReturnType<typeof createSetting>>

/** The state after each journal entry. */
async function modelsOf({ store, organizationId }: Setting): Promise<Model[]> {
  const rows = new Map<string, unknown>()
  const models: Model[] = [{ keys: new Set(), names: new Set(), tags: new Set() }]
  const first = new Map<string, string>()
  for await (const { changes } of readJournal(store, organizationId)) {
    for (const { table, id, value, digest } of changes) {
      const isVersion = table === 'users' && digest !== undefined
      const version = isVersion ? versionEntry(id, digest) : undefined
      rows.set(
        `${table}/${id}`,
        version ? await store.get(organizationId, version.lookup, version.id) : value,
      )
    }
    const of = <R>(table: string) =>
      Array.from(rows).flatMap(([key, value]) =>
        key.startsWith(`${table}/`) && value !== null ? [value as R] : [],
      )
    const tags = of<{ tagId: string; tagName: string }>('tags')
    for (const { tagId, tagName } of tags) if (!first.has(tagName)) first.set(tagName, tagId)
    models.push({
      keys: new Set(of<UserRow>('users').flatMap(({ apiKeys }) => apiKeys.map(({ publicKey }) => publicKey))),
      names: new Set(tags.map(({ tagName }) => tagName)),
      // Only the initial tags, which requests ask to delete.
      tags: new Set(
        tags.filter(({ tagId, tagName }) => first.get(tagName) === tagId).map(({ tagName }) => tagName),
      ),
    })
  }
  return models
}

async function run(
  setting: Setting,
  all: readonly { operation: Operation; process: number; after: number }[],
) {
  const { store, organizationId, at, compose, keys, rootKey } = setting
  let answered = 0
  const waiting: { after: number; go: () => void }[] = []
  const letGo = () => {
    for (const { after, go } of waiting) if (after <= answered) go()
  }
  return Promise.all(
    all.map(async ({ operation: of, process, after }, n): Promise<Outcome> => {
      // Never waits for more requests than were sent before it.
      await new Promise<void>((go) => {
        waiting.push({ after: Math.min(after, n), go })
        letGo()
      })
      const key = 'key' in of && of.kind !== 'delete key' ? keys[of.key]! : rootKey
      const from = await store.version(organizationId)
      const response = await at(process, key).post(compose(of))
      const { activity, details } = (await response.json()) as {
        activity?: { id: string; status: string }
        details?: { errorCode?: string }[]
      }
      const to = await store.version(organizationId)
      answered++
      letGo()
      if (activity) expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED')
      const errorCode = details?.find((detail) => detail.errorCode)?.errorCode ?? `status ${response.status}`
      return {
        operation: of,
        publicKey: key.publicKey,
        versions: [from, to],
        ...(activity ? { activityId: activity.id } : { errorCode }),
      }
    }),
  )
}

async function expectSerial(setting: Setting, outcomes: readonly Outcome[]): Promise<void> {
  const { store, calm, organizationId, faults } = setting
  expect(faults).toEqual([])
  expect(await calm.verifyJournal(organizationId)).toMatchObject({ ok: true })
  const models = await modelsOf(setting)
  const entryOf = new Map<string, number>()
  for await (const { activityId, sequence } of readJournal(store, organizationId)) {
    expect(entryOf.has(activityId!)).toBe(false)
    entryOf.set(activityId!, sequence)
  }
  const activities = (await store.list(organizationId, 'activities')).map(({ value }) =>
    expand(value as unknown as CompactActivityRow),
  )
  // No body is executed twice.
  const fingerprints = activities.map(({ fingerprint }) => fingerprint)
  expect(new Set(fingerprints).size).toBe(fingerprints.length)

  for (const outcome of outcomes) {
    const [from, to] = outcome.versions
    if (outcome.activityId !== undefined) {
      const sequence = entryOf.get(outcome.activityId)
      expect(sequence).toBeLessThanOrEqual(to)
      // A repeated body returns the first activity, if the caller may still ask.
      const isFirst = sequence! > from
      const before = isFirst ? [models[sequence! - 1]!] : models.slice(from, to + 1)
      const why = before.map((model) => refusalOf(outcome, model, setting))
      if (isFirst && !isRepeated(outcome, outcomes)) expect(why).toEqual([undefined])
      else expect(why.some((refusal) => refusal !== 'API_KEY_NOT_FOUND')).toBe(true)
    } else {
      const refusals = models.slice(from, to + 1).map((model) => refusalOf(outcome, model, setting))
      const isRight = refusals.some(
        (refusal) => refusal !== undefined && (refusal === 'gone' || outcome.errorCode === refusal),
      )
      expect(isRight, `${outcome.errorCode} of ${JSON.stringify(outcome)} next to ${refusals}`).toBe(true)
    }
  }
  // Every activity in the journal was allowed in the state before its entry.
  for (const activity of activities) {
    const model = models[entryOf.get(activity.id)! - 1]!
    const signer = activity.votes[0]!.publicKey
    // The first entry creates the organization.
    expect(model.keys.has(signer)).toBe(true)
  }

  function isRepeated({ activityId }: Outcome, all: readonly Outcome[]) {
    return all.filter((other) => other.activityId === activityId).length > 1
  }
}

it.each([
  ['against each other', scheduled],
  ['in turn', (store: WholeStore, scheduler: fc.Scheduler) => takingTurns(scheduled(store, scheduler))],
])(
  'concurrent requests have the outcome of sequential ones when processes commit %s',
  {
    timeout: 60_000 + RUNS * 5_000,
  },
  async (_, share) => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(asked, { minLength: 2, maxLength: 9 }),
        async (scheduler, all) => {
          const setting = await createSetting((store) => share(store, scheduler))
          const outcomes = await scheduler.waitFor(run(setting, all))
          await expectSerial(setting, outcomes)
        },
      ),
      { numRuns: RUNS, endOnFailure: RUNS > 100, ...(seed === undefined ? {} : { seed: Number(seed) }) },
    )
  },
)
