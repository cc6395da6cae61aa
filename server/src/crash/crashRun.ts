/** Repeats load, kill and restart, then checks that nothing was lost, executed twice or reported without cause. */
import { isDeepStrictEqual } from 'node:util'
import { lifetimeBounds } from '@keywright/contract'
import {
  type CompactActivityRow,
  type OrganizationRow,
  type Store,
  type StoredActivityRow,
  verifyJournal,
  wholeActivity,
} from '@keywright/engine'
import { type Client, createClient, type Posted, type Stamper } from '@keywright/engine/testing'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import type { Dice } from './dice.ts'
import type { Received } from './receiver.ts'

/**
 * A posted request: a sub-organization with a wallet (two organizations in one commit), a code by email, or a signature,
 * which shares its commit with others.
 */
interface Work {
  /** Unique: the name of the sub-organization, the recipient of the code, or the signed payload. */
  readonly name: string
  readonly kind: 'organization' | 'mail' | 'signature'
  readonly posted: Posted
  readonly composedAt: number
  /** The response that confirmed completion. */
  acknowledged?: Acknowledged | undefined
}

interface Acknowledged {
  readonly id: string
  readonly result: unknown
}

/** All lists are empty after a successful run. */
export interface Found {
  readonly posted: number
  readonly acknowledged: number
  /** Acknowledged, but missing in the store, not completed, or with a different result. */
  readonly lost: string[]
  /** Duplicates: sub-organizations with the same name, wallets, codes, activities with the same fingerprint. */
  readonly doubled: string[]
  /** Verdicts of invalid journals, and completed activities without a journal entry. */
  readonly broken: string[]
  /** Committed, but not reported to receivers. */
  readonly untold: string[]
  /** Reported to receivers, but not committed. */
  readonly invented: string[]
}

/** The state of the run when a backup started and ended. */
export interface Backup {
  /** Acknowledged before the backup started. */
  readonly held: ReadonlyMap<Work, Acknowledged>
  /** Number of bodies posted before the backup ended; undefined until then. */
  posted: number
  /** Marks the end of the backup. */
  end(): void
}

/** All lists are empty if the backup contains exactly what it must. */
export type Restored = Pick<Found, 'lost' | 'doubled' | 'broken' | 'invented'>

const PARALLEL = 6
const ATTEMPTS = 5
/** One in this many requests is posted to two processes concurrently. */
const DOUBLED_ONE_IN = 4
/** Number of acknowledged requests that are posted again at the end. */
const REPEATED_AT_END = 300

export interface CrashRun {
  /** Number of acknowledged requests so far. */
  count(): number
  /** Posts continuously. @returns a function that stops and waits for the last responses */
  load(urls: () => readonly string[]): () => Promise<void>
  /** Resubmits the same bytes of all unanswered requests. */
  repeatUnanswered(urls: readonly string[]): Promise<void>
  /** Resubmits the same bytes of answered requests. @returns names of requests with a different response */
  repeatAnswered(urls: readonly string[]): Promise<string[]>
  /** @returns the state of the run for a backup that starts now */
  beginBackup(): Backup
  /**
   * Checks a store that was restored from a backup, and treats requests missing in it as unanswered.
   * @param received messages that the receivers got, from which missing requests are excluded
   */
  checkRestored(store: Store, backup: Backup, received: Partial<Received>): Promise<Restored>
  /** @param received messages that the receivers of emails and webhooks got; omit to skip this check */
  check(store: Store, received: Partial<Received>): Promise<Found>
}

/**
 * Creates the load of one organization, which must not have other load.
 * @param signWith private key to sign with. Default: no signatures
 */
export function createCrashRun(
  organizationId: string,
  stamper: Stamper,
  dice: Dice,
  signWith?: string,
): CrashRun {
  const works: Work[] = []
  /** Activities that a restore rolled back. */
  const takenBack = new Set<string>()
  const clientAt = (baseUrl: string): Client =>
    createClient({ handle: (request) => fetch(request), clock: Date.now, organizationId, stamper, baseUrl })

  function newWork(client: Client): Work {
    const n = works.length
    const work = composeWork(client, n)
    works.push(work)
    return work
  }

  function composeWork(client: Client, n: number): Work {
    const composedAt = Date.now()
    if (n % 3 === 2)
      return { name: `code-${n}@example.com`, kind: 'mail', posted: composeCode(client, n), composedAt }
    if (n % 3 === 1 && signWith !== undefined) {
      const posted = composeSignature(client, signWith, n)
      return { name: `signature ${n}`, kind: 'signature', posted, composedAt }
    }
    return {
      name: `organization ${n}`,
      kind: 'organization',
      posted: composeOrganization(client, n),
      composedAt,
    }
  }

  /** @returns whether the response confirmed completion */
  async function post(work: Work, client: Client): Promise<boolean> {
    const response = await client.post(work.posted)
    const { activity } = (await response.json()) as {
      activity?: { id: string; status: string; result: unknown }
    }
    if (activity?.status !== 'ACTIVITY_STATUS_COMPLETED') return false
    const { id, result } = activity
    if (work.acknowledged && !isDeepStrictEqual(work.acknowledged, { id, result })) {
      throw new Error(`${work.name} was answered as ${work.acknowledged.id} and as ${id}`)
    }
    work.acknowledged = { id, result }
    return true
  }

  /** Retries like a client, because an idle connection may break and a store may be busy. */
  async function postPatiently(work: Work, client: Client): Promise<void> {
    let isAnswered = false
    for (let attempt = 1; !isAnswered; attempt++) {
      isAnswered = await post(work, client).catch((error: unknown) => {
        if (!isNoAnswer(error) || attempt === ATTEMPTS) throw error
        return false
      })
      if (attempt === ATTEMPTS) return
    }
  }

  return {
    count: () => works.filter((work) => work.acknowledged).length,
    load(urls) {
      let isOver = false
      const differing: unknown[] = []
      const worker = async (n: number) => {
        while (!isOver) {
          const choice = urls()
          const work = newWork(clientAt(choice[0]!))
          const first = choice[n % choice.length]!
          const targets =
            dice.below(DOUBLED_ONE_IN) === 0 ? [first, choice[(n + 1) % choice.length]!] : [first]
          const outcomes = await Promise.allSettled(targets.map((url) => post(work, clientAt(url))))
          const failures = outcomes.flatMap((outcome) =>
            outcome.status === 'rejected' ? [outcome.reason] : [],
          )
          differing.push(...failures.filter((failure) => !isNoAnswer(failure)))
          // The process was killed, or the database is down: wait before the next request.
          if (work.acknowledged === undefined) await new Promise((done) => setTimeout(done, 20))
        }
      }
      const workers = Array.from({ length: PARALLEL }, (_, n) => worker(n))
      return async () => {
        isOver = true
        await Promise.all(workers)
        if (differing.length > 0) throw differing[0]
      }
    },
    async repeatUnanswered(urls) {
      const unanswered = works.filter((work) => work.acknowledged === undefined)
      await inParallel(unanswered, (work, n) => postPatiently(work, clientAt(urls[n % urls.length]!)))
    },
    async repeatAnswered(urls) {
      const answered = works.filter((work) => work.acknowledged)
      const chosen = Array.from(
        { length: Math.min(REPEATED_AT_END, answered.length) },
        () => answered[dice.below(answered.length)]!,
      )
      const changed: string[] = []
      await inParallel(chosen, (work, n) =>
        postPatiently(work, clientAt(urls[n % urls.length]!)).catch((error: Error) => {
          changed.push(error.message)
        }),
      )
      return changed
    },
    beginBackup() {
      const backup: Backup = {
        held: new Map(works.flatMap((work) => (work.acknowledged ? [[work, work.acknowledged]] : []))),
        posted: Infinity,
        end() {
          backup.posted = works.length
        },
      }
      return backup
    },
    async checkRestored(store, { held, posted }, received) {
      const { byId, own, codes, world, isKept } = await look(store)
      const early = new Set(works.slice(0, posted).map(({ name }) => name))
      const answered = works.filter((work) => work.acknowledged)
      const kept = new Set(answered.filter((work) => isKept(work, work.acknowledged!)))
      for (const work of answered) if (!kept.has(work)) work.acknowledged = undefined
      for (const id of received.activities ?? []) if (!byId.has(id)) takenBack.add(id)
      return {
        lost: [...held].filter(([work, answer]) => !isKept(work, answer)).map(([{ name }]) => name),
        doubled: doubledIn(own, codes, world),
        broken: brokenIn(own, world),
        invented: [
          ...[...world.names, ...codes].filter(
            (name) => /^(organization|code)[ -]/.test(name) && !early.has(name),
          ),
          ...(own.length > posted ? [`${own.length} activities for ${posted} bodies`] : []),
        ],
      }
    },
    async check(store, received) {
      const { byId, own, codes, world, isKept } = await look(store)
      const acknowledged = works.filter((work) => work.acknowledged)
      const mailsDue = own
        .filter(({ type }) => type === 'ACTIVITY_TYPE_INIT_OTP')
        .map(({ parameters }) => String(parameters['contact']))
      const told = received.activities?.filter((id) => !takenBack.has(id))
      return {
        posted: works.length,
        acknowledged: acknowledged.length,
        lost: acknowledged.filter((work) => !isKept(work, work.acknowledged!)).map(({ name }) => name),
        doubled: [
          ...doubledIn(own, codes, world),
          ...(own.length <= works.length ? [] : [`${own.length} activities for ${works.length} bodies`]),
        ],
        broken: brokenIn(own, world),
        untold: [
          ...(received.mails ? missing(mailsDue, received.mails) : []),
          ...(told
            ? missing(
                own.map(({ id }) => id),
                told,
              )
            : []),
        ],
        invented: [
          ...(received.mails ? missing(received.mails, mailsDue) : []),
          ...(told ? missing(told, [...byId.keys()]) : []),
        ],
      }
    },
  }

  async function look(store: Store) {
    const stored = await rowsOf<CompactActivityRow>(store, organizationId, 'activities')
    const activities = stored.map(wholeActivity)
    const byId = new Map(activities.map((activity) => [activity.id, activity]))
    const otps = await rowsOf<{ contact: string }>(store, organizationId, 'otps')
    const codes = otps.map(({ contact }) => contact)
    const world = await readOrganizations(store)
    const exists = new Set([...world.names, ...codes])
    return {
      byId,
      codes,
      world,
      own: activities.filter((activity) => activity.type in KINDS),
      isKept({ name, kind, composedAt }: Work, answer: Acknowledged): boolean {
        const { status, result } = byId.get(answer.id) ?? {}
        if (status !== 'ACTIVITY_STATUS_COMPLETED' || !hasResult(answer, result)) return false
        return kind === 'signature' || (kind === 'mail' && mayBePurged(composedAt)) || exists.has(name)
      },
    }
  }

  function doubledIn(own: readonly StoredActivityRow[], codes: readonly string[], world: World): string[] {
    return [
      ...repeated(world.names),
      ...repeated(codes),
      ...repeated(own.map(({ fingerprint }) => fingerprint)),
      ...repeated(world.causes.get(organizationId) ?? []),
      // Every sub-organization has exactly one wallet.
      ...world.wallets.filter(({ count }) => count !== 1).map(({ id, count }) => `${count} wallets in ${id}`),
    ]
  }

  function brokenIn(own: readonly StoredActivityRow[], world: World): string[] {
    const ids = own.map(({ id }) => id)
    const without = missing(ids, world.causes.get(organizationId) ?? [])
    return [...world.broken, ...without.map((id) => `activity ${id} has no journal entry`)]
  }
}

/** Activity types of the load, as opposed to the preparation of the run. */
const KINDS = {
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: true,
  ACTIVITY_TYPE_INIT_OTP: true,
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: true,
}

const composeSignature = (client: Client, signWith: string, n: number): Posted =>
  client.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith,
    payload: n.toString(16).padStart(64, '0'),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  })

function composeOrganization(client: Client, n: number): Posted {
  const { publicKey } = generateApiKeyPair(platformRandom)
  return client.compose('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
    subOrganizationName: `organization ${n}`,
    rootQuorumThreshold: 1,
    rootUsers: [
      {
        userName: 'end user',
        apiKeys: [{ apiKeyName: 'k', publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        oauthProviders: [],
      },
    ],
    wallet: { walletName: 'first', accounts: [] },
  })
}

const composeCode = (client: Client, n: number): Posted =>
  client.compose('ACTIVITY_TYPE_INIT_OTP', {
    otpType: 'OTP_TYPE_EMAIL',
    contact: `code-${n}@example.com`,
    expirationSeconds: String(lifetimeBounds.codeLifetime.max),
  })

/** Expired codes are purged in runs that outlast them. */
const mayBePurged = (composedAt: number) => Date.now() - composedAt > lifetimeBounds.codeLifetime.max * 1000

/** Errors of `fetch` for refused or broken connections and for truncated responses. */
const isNoAnswer = (error: unknown) => error instanceof TypeError || error instanceof SyntaxError

/** Responses wrap the result in its type, the store does not. */
const hasResult = ({ result }: Acknowledged, stored: unknown) =>
  isDeepStrictEqual(Object.values(result as object)[0], stored)

type World = Awaited<ReturnType<typeof readOrganizations>>

async function readOrganizations(store: Store) {
  const names: string[] = []
  const broken: string[] = []
  const wallets: { id: string; count: number }[] = []
  /** Activities in journal entries, by organization. */
  const causes = new Map<string, string[]>()
  for (const id of await store.organizations()) {
    const organization = (await store.get(id, 'organization', 'organization')) as unknown as
      | OrganizationRow
      | undefined
    // The server's own rows have a version too, but no journal.
    if (!organization) continue
    names.push(organization.organizationName)
    const verdict = await verifyJournal(store, id)
    if (!verdict.ok) broken.push(`${id}: entry ${verdict.sequence} ${verdict.reason}`)
    const entries = await rowsOf<{ activityId: string | null }>(store, id, 'journal')
    causes.set(
      id,
      entries.flatMap(({ activityId }) => activityId ?? []),
    )
    if (organization.parentId) wallets.push({ id, count: (await store.list(id, 'wallets')).length })
  }
  return { names, broken, wallets, causes }
}

const rowsOf = async <R>(store: Store, organization: string, table: string): Promise<R[]> =>
  (await store.list(organization, table)).map(({ value }) => value as unknown as R)

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value).size)
}

function missing(wanted: readonly string[], there: readonly string[]): string[] {
  const known = new Set(there)
  return [...new Set(wanted)].filter((value) => !known.has(value))
}

async function inParallel<T>(
  items: readonly T[],
  task: (item: T, n: number) => Promise<void>,
): Promise<void> {
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await task(next[1], next[0])
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}
