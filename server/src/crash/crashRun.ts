/** Load, kill, restart, again and again; then look whether anything was lost or done twice. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Store, verifyJournal } from '@keywright/engine'
import { type Client, createClient, type Posted, type Stamper } from '@keywright/engine/testing'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'

export interface Killable {
  readonly url: string
  /** SIGKILL: nothing is flushed, nothing is said goodbye to. */
  kill(): Promise<void>
}

/** What was posted: one sub-organization each, so that two organizations change in each commit. */
interface Work {
  readonly name: string
  readonly posted: Posted
  /** The activity's id, once an answer said that it is completed. */
  activityId?: string
}

export interface Found {
  readonly acknowledged: number
  readonly posted: number
  /** Acknowledged, but not in the store or not completed. */
  readonly lost: string[]
  /** Names of sub-organizations that exist more than once, and fingerprints with more than one activity. */
  readonly doubled: string[]
  /** Verdicts of journals that do not hold. */
  readonly broken: string[]
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
const PARALLEL = 6

export function spawnServer(kind: 'dev' | 'serve', options: object): Promise<Killable> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, kind, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let complaint = ''
    child.stderr.on('data', (piece) => {
      complaint += piece
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${complaint}`)))
    createInterface(child.stdout).once('line', (line) => {
      resolve({ url: (JSON.parse(line) as { url: string }).url, kill: () => kill(child) })
    })
  })
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

export interface CrashRun {
  /** Posts as fast as answers come, until the returned function is called; that waits for the last answers. */
  load(urls: () => readonly string[]): () => Promise<void>
  /** Posts again, the same bytes, what got no answer. */
  repeatUnanswered(url: string): Promise<void>
  check(store: Store): Promise<Found>
}

export function createCrashRun(organizationId: string, stamper: Stamper): CrashRun {
  const works: Work[] = []
  const clientAt = (baseUrl: string): Client =>
    createClient({ handle: (request) => fetch(request), clock: Date.now, organizationId, stamper, baseUrl })

  function newWork(client: Client): Work {
    const name = `organization ${works.length}`
    const { publicKey } = generateApiKeyPair(platformRandom)
    const posted = client.compose('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: name,
      rootQuorumThreshold: 1,
      rootUsers: [
        {
          userName: 'end user',
          apiKeys: [{ apiKeyName: 'k', publicKey, curveType: 'API_KEY_CURVE_P256' }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
    })
    const work = { name, posted }
    works.push(work)
    return work
  }

  async function post(work: Work, client: Client): Promise<void> {
    const response = await client.post(work.posted)
    const answer = (await response.json()) as { activity?: { id: string; status: string } }
    if (answer.activity?.status === 'ACTIVITY_STATUS_COMPLETED') work.activityId = answer.activity.id
  }

  return {
    load(urls) {
      let isOver = false
      const worker = async (n: number) => {
        while (!isOver) {
          const choice = urls()
          const client = clientAt(choice[n % choice.length]!)
          // A refused connection is no answer: the process was killed.
          await post(newWork(client), client).catch(() => new Promise((done) => setTimeout(done, 20)))
        }
      }
      const workers = Array.from({ length: PARALLEL }, (_, n) => worker(n))
      return async () => {
        isOver = true
        await Promise.all(workers)
      }
    },
    async repeatUnanswered(url) {
      const client = clientAt(url)
      for (const work of works) if (work.activityId === undefined) await post(work, client)
    },
    async check(store) {
      const rows = (await store.list(organizationId, 'activities')) as unknown as {
        value: { id: string; status: string; fingerprint: string }
      }[]
      const activities = new Map(rows.map(({ value }) => [value.id, value]))
      const isDone = ({ activityId }: Work) =>
        activities.get(activityId!)?.status === 'ACTIVITY_STATUS_COMPLETED'
      const acknowledged = works.filter((work) => work.activityId !== undefined)
      const names: string[] = []
      const broken: string[] = []
      for (const id of await store.organizations()) {
        const organization = (await store.get(id, 'organization', 'organization')) as {
          organizationName: string
        } | null
        if (organization) names.push(organization.organizationName)
        // The server's own mark is guarded too, but it is no organization and has no journal.
        if (!organization) continue
        const verdict = await verifyJournal(store, id)
        if (!verdict.ok) broken.push(`${id}: entry ${verdict.sequence} ${verdict.reason}`)
      }
      return {
        acknowledged: acknowledged.length,
        posted: works.length,
        lost: acknowledged
          .filter((work) => !isDone(work) || !names.includes(work.name))
          .map(({ name }) => name),
        doubled: [...repeated(names), ...repeated(rows.map(({ value }) => value.fingerprint))],
        broken,
      }
    },
  }
}

const repeated = (values: readonly string[]) => values.filter((value, n) => values.indexOf(value) !== n)

/** Waits for a moment that nobody chose. */
export const randomMoment = (mostMs: number) =>
  new Promise((done) => setTimeout(done, Math.random() * mostMs))
