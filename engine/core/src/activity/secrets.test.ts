/** Tokens and codes appear in one response only: not in the store, a webhook, a log or any later view. */
import {
  type Activity,
  type ActivityType,
  type Schema,
  versionOf,
  WITHHELD,
  withoutSecrets,
} from '@keywright/contract'
import { oidcNonceOf, sha256Hex, toUtf8, verifyStamp } from '@keywright/keys'
import { beforeAll, describe, expect, it } from 'vitest'
import { type SubmitType, submitPreparations } from '../../test/callCoverage/accepted/index.ts'
import { createWorld, newSubOrganization, type World } from '../../test/callCoverage/world.ts'
import { addUser, allow, CallRefused, type Client, createTargetKey } from '../../test/support/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Store } from '../store/store.ts'

/** Everything that was ever written to the store, as JSON text. */
let written: string[]
/** Everything that a host received, except mails and messages. */
let told: string[]
let world: World

beforeAll(async () => {
  written = []
  told = []
  const store = createMemoryStore()
  const recording: Store = {
    ...store,
    commit(commit) {
      written.push(JSON.stringify(commit.writes))
      return store.commit(commit)
    },
  }
  const inText = (value: unknown) =>
    JSON.stringify(value, (_name, member) => (typeof member === 'bigint' ? String(member) : member))
  world = await createWorld('secrets', {
    store: recording,
    webhook: async (delivery) => void told.push(inText(delivery)),
    observe: (decision) => void told.push(inText(decision)),
    log: (_id, error) => void told.push(String((error as Error).stack)),
  })
  await world.root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: 'https://hooks.example.com/',
  })
})

function secretsIn(schema: Schema, value: unknown, found: [name: string, text: string][] = []) {
  collect(value, withoutSecrets(schema, value), '', found)
  return found
}

function collect(value: unknown, blind: unknown, name: string, found: [string, string][]): void {
  if (blind === WITHHELD && value !== WITHHELD) found.push([name, String(value)])
  else if (typeof value === 'object' && value !== null) {
    for (const [member, inner] of Object.entries(value)) {
      collect(inner, (blind as Record<string, unknown>)[member], Array.isArray(value) ? name : member, found)
    }
  }
}

/** Secrets in mails and text messages, for their recipients only. */
function secretsMailed(): [string, string][] {
  const { mails, messages } = world.engine
  return [...mails, ...messages].flatMap(({ template }) =>
    ['code', 'bundle', 'link'].flatMap((member): [string, string][] =>
      member in template ? [[`mailed ${member}`, String(template[member])]] : [],
    ),
  )
}

const schemasOf = (type: string) =>
  versionOf(type as ActivityType) as unknown as { intent: Schema; result: Schema; resultKey: string }

/**
 * Whether the text contains the secret. Hashes and ids may contain any six digits, so a numeric code counts only as a
 * separate token.
 */
const says = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret)
    ? new RegExp(`(?<![0-9A-Za-z])${secret}(?![0-9A-Za-z])`).test(text)
    : text.includes(secret)

describe('every submit', () => {
  const secrets: [name: string, text: string][] = []
  const organizations = new Set<string>()

  it.each(Object.keys(submitPreparations) as SubmitType[])('%s', async (type) => {
    const { client, parameters } = await submitPreparations[type](world)
    organizations.add(client.organizationId)
    const { intent, result, resultKey } = schemasOf(type)
    const asked = secretsIn(intent, parameters)
    // One request that is rejected after its token was read, and one that succeeds.
    if (client.organizationId !== world.organizationId) {
      await client
        .about(world.organizationId)
        .submit(type, parameters as never)
        .catch(ignoreRefusal)
    }
    const activity = await client.submit(type, parameters as never)
    const answered = secretsIn(result, (activity.result as Record<string, unknown>)[resultKey])
    if (asked.length > 0) {
      // With either of these, and all of the body but six digits, the digits could be found by brute force.
      const { signature } = activity.votes[0]!
      asked.push(['fingerprint', activity.fingerprint.slice('sha256:'.length)], ['signature', signature])
    }
    secrets.push(...asked, ...answered)

    // The first response has the secrets; every later view has everything else.
    if (asked.length > 0) expect(JSON.stringify(activity.intent)).toContain(JSON.stringify(asked[0]![1]))
    if (asked.length + answered.length === 0) return
    for (const reader of [client, world.root.about(client.organizationId)]) {
      const seen = await reader.query('get_activity', { activityId: activity.id })
      const { activities } = await reader.query('list_activities', { filterByType: [type] })
      const views = [JSON.stringify(seen), JSON.stringify(activities)]
      for (const [name, text] of [...asked, ...answered])
        for (const view of views) expect(says(view, text), name).toBe(false)
      expect(seen.activity).toMatchObject({ id: activity.id, status: activity.status })
    }
  })

  it('leaves no secret in the store, its journal, the outbox, webhooks, decisions or logs', async () => {
    await world.engine.idle()
    const all = [...secrets, ...secretsMailed()]
    expect([...new Set(all.map(([name]) => name))].sort()).toEqual([
      'encryptedOtpBundle',
      'fingerprint',
      'mailed bundle',
      'mailed code',
      'mailed link',
      'oidcToken',
      'otpCode',
      'session',
      'signature',
      'verificationToken',
    ])
    expect(all.length).toBeGreaterThan(30)
    expect(written.length).toBeGreaterThan(300)
    expect(told.length).toBeGreaterThan(300)
    const haystack = [...written, ...told].join('\n')
    // The search works: other posted text is found.
    expect(haystack).toContain('providerName')
    for (const [name, text] of all) expect(says(haystack, text), `${name} ${text}`).toBe(false)
  })

  it('leaves journals that replay', async () => {
    for (const id of organizations) {
      if (await world.engine.ports.store.get(id, 'organization', 'organization')) {
        expect(await world.engine.verifyJournal(id)).toMatchObject({ ok: true })
      }
    }
  })
})

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CallRefused)) throw error
}

describe('a pending activity with a token', () => {
  it.each([
    ['the fingerprint they see', (hers: Activity, _his: Activity) => hers.fingerprint],
    ['the fingerprint of its body, which the submitter told them', (_hers, his) => his.fingerprint],
  ])(
    'shows the token only in the first response, and still has it when another user approves by %s',
    async (_what, named) => {
      const { engine, issuer } = world
      const sub = await newSubOrganization(world)
      const bob = await addUser(engine, sub.alice, 'bob')
      const subject = world.unique('subject')
      await sub.alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
        userId: sub.userId,
        oauthProviders: [{ providerName: 'id', oidcClaims: { iss: issuer.url, sub: subject, aud: 'app' } }],
      })
      await allow(
        sub.alice,
        "activity.type == 'ACTIVITY_TYPE_OAUTH' && target_user.root",
        `approvers.any(a, a.id == '${bob.userId}') && approvers.any(a, a.id == '${sub.userId}')`,
      )
      const target = createTargetKey(engine.random)
      const { targetPublicKey } = target
      const oidcToken = await issuer.token({ sub: subject, nonce: oidcNonceOf(targetPublicKey) })
      const asked = await bob.client.submit('ACTIVITY_TYPE_OAUTH', { oidcToken, targetPublicKey })
      expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
      const viewOf = async (client: Client) =>
        (await client.query('get_activity', { activityId: asked.id })).activity

      const hers = await viewOf(sub.alice)
      expect(hers.intent).toEqual({ oauthIntent: { oidcToken: WITHHELD, targetPublicKey } })
      // The fingerprint identifies the activity and reveals nothing about the body.
      expect(hers.fingerprint).not.toBe(asked.fingerprint)
      expect(hers.votes[0]).toMatchObject({ message: WITHHELD, signature: WITHHELD })

      const approved = await sub.alice.approve(named(hers, asked))
      expect(approved.status).toBe('ACTIVITY_STATUS_COMPLETED')
      expect(JSON.stringify(approved)).not.toContain(oidcToken)
      const { credentialBundle } = (approved.result as { oauthResult: { credentialBundle: string } })
        .oauthResult
      await target.open(credentialBundle)

      // With the first response, the submitter can prove what was voted on; no later view reveals it.
      expect(`sha256:${sha256Hex(toUtf8(asked.votes[0]!.message))}`).toBe(asked.fingerprint)
      const { publicKey, signature, scheme, message } = asked.votes[0]!
      expect(await verifyStamp({ publicKey, signature, scheme: scheme as never }, toUtf8(message))).toBe(true)
      for (const client of [sub.alice, bob.client]) {
        const after = JSON.stringify(await viewOf(client))
        for (const hint of [oidcToken, asked.fingerprint, signature]) expect(after).not.toContain(hint)
      }
      expect(await engine.verifyJournal(sub.organizationId)).toMatchObject({ ok: true })
    },
  )
})
