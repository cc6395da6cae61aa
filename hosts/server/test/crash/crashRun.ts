/** Repeats load, kill and restart, then checks that nothing was lost, executed twice or reported without cause. */
import { isDeepStrictEqual } from 'node:util'
import type { Store } from '@keywright/engine'
import { type Client, createClient, type Stamper } from '@keywright/engine/test'
import type { Dice } from './dice.ts'
import { brokenIn, doubledIn, look, missing } from './look.ts'
import type { Received } from './receiver.ts'
import { type Acknowledged, composeWork, type Work } from './work.ts'

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
  readonly held: ReadonlyMap<Work, Acknowledged>
  /** Number of bodies posted before the backup ended; undefined until then. */
  posted: number
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
  count(): number
  /** Posts continuously. @returns a function that stops and waits for the last responses */
  load(urls: () => readonly string[]): () => Promise<void>
  /** Resubmits the same bytes of all unanswered requests. */
  repeatUnanswered(urls: readonly string[]): Promise<void>
  /** Resubmits the same bytes of answered requests. @returns names of requests with a different response */
  repeatAnswered(urls: readonly string[]): Promise<string[]>
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
    const work = composeWork(client, n, signWith)
    works.push(work)
    return work
  }

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
      const seen = await look(store, organizationId)
      const { byId, own, codes, world, isKept } = seen
      const early = new Set(works.slice(0, posted).map(({ name }) => name))
      const answered = works.filter((work) => work.acknowledged)
      const kept = new Set(answered.filter((work) => isKept(work, work.acknowledged!)))
      for (const work of answered) if (!kept.has(work)) work.acknowledged = undefined
      for (const id of received.activities ?? []) if (!byId.has(id)) takenBack.add(id)
      return {
        lost: [...held].filter(([work, answer]) => !isKept(work, answer)).map(([{ name }]) => name),
        doubled: doubledIn(seen),
        broken: brokenIn(seen),
        invented: [
          ...[...world.names, ...codes].filter(
            (name) => /^(organization|code)[ -]/.test(name) && !early.has(name),
          ),
          ...(own.length > posted ? [`${own.length} activities for ${posted} bodies`] : []),
        ],
      }
    },
    async check(store, received) {
      const seen = await look(store, organizationId)
      const { byId, own, isKept } = seen
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
          ...doubledIn(seen),
          ...(own.length <= works.length ? [] : [`${own.length} activities for ${works.length} bodies`]),
        ],
        broken: brokenIn(seen),
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
}

/** Errors of `fetch` for refused or broken connections and for truncated responses. */
const isNoAnswer = (error: unknown) => error instanceof TypeError || error instanceof SyntaxError

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
