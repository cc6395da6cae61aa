/**
 * Nothing that the engine publishes grants access. For every activity type: collect what a webhook receiver, another
 * user and a reader of the database see, then post every request that can be rebuilt from it, with its stamp, to
 * every path.
 */
import {
  type ActivityType,
  calls,
  findCallOfType,
  type Schema,
  versionOf,
  WITHHELD,
  withoutSecrets,
} from '@keywright/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { type SubmitType, submitPreparations } from '../../test/callCoverage/accepted/index.ts'
import { createWorld, type World } from '../../test/callCoverage/world.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Store } from '../store/store.ts'

interface Artifact {
  readonly message: string
  readonly publicKey: string
  readonly signature: string
  readonly scheme: string
}

let world: World
/** Every value that was written to the database. */
let database: unknown[]
let webhooks: string[]
let commits = 0

beforeAll(async () => {
  database = []
  webhooks = []
  const store = createMemoryStore()
  const recording: Store = {
    ...store,
    commit(commit) {
      commits++
      database.push(...commit.writes.map(({ value }) => value))
      return store.commit(commit)
    },
  }
  world = await createWorld('published', {
    store: recording,
    webhook: async ({ body }) => void webhooks.push(body),
  })
  await world.root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: 'https://hooks.example.com/',
  })
})

/** All objects in the value that have a message, a public key and a signature. */
function artifactsIn(value: unknown, found: Artifact[] = []): Artifact[] {
  if (typeof value !== 'object' || value === null) return found
  const { message, publicKey, signature } = value as Partial<Artifact>
  if ([message, publicKey, signature].every((member) => typeof member === 'string'))
    found.push(value as Artifact)
  for (const inner of Object.values(value)) artifactsIn(inner, found)
  return found
}

const isWhole = ({ message, signature }: Artifact) => message !== WITHHELD && signature !== WITHHELD

function replay(path: string, { message, publicKey, signature, scheme }: Artifact): Promise<Response> {
  const stamp = Buffer.from(JSON.stringify({ publicKey, signature, scheme })).toString('base64url')
  const headers: Record<string, string> =
    scheme === 'WEBAUTHN' ? { 'X-Stamp-Webauthn': signature } : { 'X-Stamp': stamp }
  return world.engine.handle(
    new Request(`http://localhost${path}`, { method: 'POST', body: message, headers }),
  )
}

/** Texts that only the first response may contain. */
function secretsOf(type: ActivityType, result: unknown): string[] {
  const { result: schema, resultKey } = versionOf(type) as unknown as { result: Schema; resultKey: string }
  const members = (result as Record<string, Record<string, unknown>>)[resultKey] ?? {}
  const blind = withoutSecrets(schema, members)
  return Object.keys(members)
    .filter((name) => blind[name] === WITHHELD)
    .map((name) => String(members[name]))
}

describe('what is published about an activity', () => {
  it.each(everyNth(5, Object.keys(submitPreparations) as SubmitType[]))(
    'of type %s grants no access',
    async (type) => {
      const { client, parameters } = await submitPreparations[type](world)
      const from = { database: database.length, webhooks: webhooks.length }
      const activity = await client.submit(type, parameters as never)
      await world.engine.idle()
      const secrets = secretsOf(type, activity.result)
      const reader = world.root.about(client.organizationId)
      const seen = [
        ...webhooks.slice(from.webhooks).map((body) => JSON.parse(body)),
        await reader.query('get_activity', { activityId: activity.id }).catch(() => undefined),
        await reader.query('list_activities').catch(() => undefined),
      ]
      // A webhook receiver and another user get no body that the engine would still accept.
      const votes = artifactsIn(seen).filter((one) => 'selection' in one)
      expect(votes.filter((vote) => isWhole(vote) && vote.publicKey !== world.rootKey.publicKey)).toEqual([])
      // A reader of the database does; posting these bodies returns no secret and commits nothing.
      const before = commits
      const artifacts = artifactsIn([seen, database.slice(from.database)])
      const distinct = new Map(artifacts.map((one) => [one.message + one.signature, one]))
      for (const artifact of distinct.values()) {
        for (const path of [calls.whoami.path, pathOf(type), calls.get_activity.path]) {
          const answer = await (await replay(path, artifact)).text()
          for (const secret of secrets) expect(answer).not.toContain(secret)
        }
      }
      expect(commits).toBe(before)
    },
  )

  it('lists the withheld secrets', async () => {
    const parameters = {}
    const posted = world.root.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', parameters)
    const answer = async () => (await (await world.root.post(posted)).json()).activity
    expect((await answer()).withheld).toBeUndefined()
    expect((await answer()).withheld).toEqual(['session'])
  })
})

const pathOf = (type: ActivityType) => findCallOfType(type)!.path
