import { type CallName, callList, calls, findCallOfType, type QueryName } from '@keywright/contract'
import { errorsOf } from '@keywright/contract/reference'
import { toHex } from '@keywright/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryPreparations, type SubmitType, submitPreparations } from '../callCoverage/accepted/index.ts'
import { createWorld, UNKNOWN_ID, type World } from '../callCoverage/world.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Client, Posted } from '../testing/index.ts'
import { envelopeCases, jsonCases, organizationCases, WRONG_METHODS, wrongPathsOf } from './envelopeCases.ts'
import { counting, type Expected, judge } from './judge.ts'
import { type ForeignIds, memberCases, unknownMembers } from './memberCases.ts'
import { type JsonObject, placesOf } from './places.ts'
import { addStampers, isByPasskey, type Stampers, stampCases } from './stampCases.ts'

/** A request of one version that the world would accept as it stands. */
interface Base {
  readonly title: string
  readonly call: (typeof callList)[number]
  readonly client: Client
  readonly body: JsonObject
  readonly schema: Parameters<typeof placesOf>[0]
}

/** Milliseconds for thousands of requests, on a machine that has other work too. */
const PATIENCE = 300_000

const store = counting(createMemoryStore())
const counts = new Map<string, number>()
const complaints: string[] = []
/** Refusals that the reference does not list for their call. */
const unlisted = new Set<string>()
/** Organizations whose journal holds the wrong tries of a one-time code: those are written down on purpose. */
const tried = new Set<string>()
let world: World
let stampers: Stampers
let bases: Base[]
let secrets: string[]
let foreign: ForeignIds
let headsBefore: Map<string, string>

interface Version extends Pick<Base, 'title' | 'call' | 'schema'> {}

const versions: readonly Version[] = callList.flatMap((call): Version[] =>
  call.kind === 'query'
    ? [{ title: call.name, call, schema: call.request as Base['schema'] }]
    : call.versions.map((version) => ({
        title: version.type as string,
        call,
        schema: version.intent as Base['schema'],
      })),
)

beforeAll(async () => {
  world = await createWorld('bad input', { store })
  stampers = await addStampers(world)
  bases = []
  for (const { title, call, schema } of versions) {
    if (call.kind === 'query') {
      const { client, parameters } = await queryPreparations[title as QueryName](world)
      const body = { organizationId: client.organizationId, ...parameters } as JsonObject
      bases.push({ title, call, client, body, schema })
    } else {
      const { client, parameters } = await submitPreparations[title as SubmitType](world)
      const body = JSON.parse(client.compose(title as SubmitType, parameters).text) as JsonObject
      bases.push({ title, call, client, body, schema })
    }
  }
  await world.engine.idle()
  foreign = {
    'unknown id': UNKNOWN_ID,
    'id of another organization': (await world.stranger.query('whoami')).userId,
    'id of another kind': world.organizationId,
  }
  secrets = secretsOf(world)
  headsBefore = await heads()
}, PATIENCE)

/** Private keys, codes and bundles: what an error must never repeat. */
function secretsOf({ engine, rootKey, strangerKey }: World): string[] {
  const sent = [...engine.mails, ...engine.messages].flatMap(({ template }) => [
    template['bundle'],
    template['code'],
  ])
  const texts = sent.filter((text): text is string => typeof text === 'string' && text.length >= 8)
  return [toHex(engine.ports.rootSecret), rootKey.privateKey, strangerKey.privateKey, ...texts]
}

async function heads(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const id of await store.organizations()) {
    const verdict = await world.engine.verifyJournal(id)
    found.set(id, verdict.ok ? verdict.head : `broken: ${verdict.reason}`)
  }
  return found
}

/** Sends one bad request and writes down what is wrong with its answer. */
async function send(
  kind: string,
  title: string,
  expected: Expected,
  post: () => Promise<Response>,
  mayCountTry = false,
): Promise<void> {
  const before = store.commits()
  const faults = world.engine.faults.length
  const { code, complaint } = await judge(await post(), expected, secrets)
  const [name] = title.split(' ') as [string]
  const call = findCallOfType(name)?.name ?? (name in calls ? (name as CallName) : undefined)
  if (call && code && !errorsOf(call).includes(code) && !MEMBER_CHECKS.has(code))
    unlisted.add(`${call} ${code}`)
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (complaint !== undefined) complaints.push(`${title}, ${kind}: ${complaint}`)
  if (world.engine.faults.length > faults) complaints.push(`${title}, ${kind}: ${world.engine.faults.at(-1)}`)
  if (!mayCountTry && store.commits() > before) complaints.push(`${title}, ${kind}: something was written`)
}

const postedOf = ({ call }: Base, body: JsonObject): Posted => ({
  path: call.path,
  text: JSON.stringify(body),
})

const request = (path: string, init: RequestInit) =>
  world.engine.handle(new Request(`http://localhost${path}`, { method: 'POST', ...init }))

function expectNoComplaints() {
  const found = complaints.splice(0)
  expect(found.slice(0, 40), `${found.length} complaints`).toEqual([])
}

describe('a bad request is refused as the catalogue says, and changes nothing', () => {
  it(
    'because of one of its members',
    async () => {
      for (const base of bases) {
        const { title, call, client, body, schema } = base
        const isQuery = call.kind === 'query'
        const { organizationId } = client
        const parameters = (isQuery ? body : body['parameters']) as JsonObject
        const places = placesOf(schema, parameters).filter(
          ({ name }) => !(isQuery && name === 'organizationId'),
        )
        const cases = [
          ...unknownMembers({ path: [] }, parameters),
          ...places.flatMap((place) => [...memberCases(place, parameters, foreign)]),
        ]
        for (const one of cases) {
          const changed = isQuery ? one.parameters : { ...body, parameters: one.parameters }
          const mayCountTry = one.codes.includes('OTP_INVALID')
          if (mayCountTry) tried.add(organizationId)
          const posted = postedOf(base, changed)
          const isTooLarge = one.codes.includes('BODY_TOO_LARGE')
          const post = () => (isTooLarge ? request(posted.path, { body: posted.text }) : client.post(posted))
          await send(one.kind, `${title} ${one.path.join('.')} = ${one.shown}`, one, post, mayCountTry)
        }
      }
      expectNoComplaints()
    },
    PATIENCE,
  )

  it(
    'because of what stands around its parameters',
    async () => {
      const strangerId = world.stranger.organizationId
      for (const base of bases) {
        const { title, call, client, body } = base
        const otherType =
          call.name === 'create_wallet' ? 'ACTIVITY_TYPE_UPDATE_WALLET' : 'ACTIVITY_TYPE_CREATE_WALLET'
        const now = world.engine.clock()
        const cases =
          call.kind === 'query'
            ? organizationCases(body, strangerId)
            : envelopeCases({ body, now, otherType, strangerId })
        for (const { kind, text, ...expected } of cases) {
          await send(kind, `${title} ${text.slice(0, 120)}`, expected, () =>
            client.post({ path: call.path, text }),
          )
        }
      }
      expectNoComplaints()
    },
    PATIENCE,
  )

  it(
    'because its body is no JSON object, or too much of one',
    async () => {
      for (const { title, call, body } of bases) {
        for (const { kind, text, ...expected } of jsonCases(body)) {
          // Without a stamp: the body is read first.
          const init = { body: text }
          await send(kind, `${title} ${text.slice(0, 40)}`, expected, () => request(call.path, init))
        }
        const text = JSON.stringify(body)
        const broken = new TextEncoder().encode(text)
        broken[broken.length - 2] = 0xff
        const init = { body: broken }
        await send('malformed JSON', title, { codes: ['BODY_MALFORMED'] }, () => request(call.path, init))
        const announced = { body: '{}', headers: { 'content-length': '1048577' } }
        await send('too large', title, { codes: ['BODY_TOO_LARGE'] }, () => request(call.path, announced))
      }
      expectNoComplaints()
    },
    PATIENCE,
  )

  it(
    'because of its method or path',
    async () => {
      for (const call of callList) {
        for (const method of WRONG_METHODS) {
          const expected = { codes: ['METHOD_NOT_ALLOWED'] } as const
          await send('wrong method', `${method} ${call.path}`, expected, () => request(call.path, { method }))
        }
        for (const path of wrongPathsOf(call.path)) {
          const expected = { codes: ['PATH_NOT_FOUND'] } as const
          await send('wrong path', path, expected, () => request(path, { body: '{}' }))
        }
      }
      expectNoComplaints()
    },
    PATIENCE,
  )

  it(
    'because of its stamp',
    async () => {
      for (const call of callList) {
        const base = bases.find((one) => one.call === call)!
        const isSubmit = call.kind === 'submit'
        const about = (organizationId: string) => JSON.stringify({ ...base.body, organizationId })
        const ofParent = about(world.organizationId)
        const ofChild = about(world.sub.organizationId)
        const byKey = stampCases(stampers, ofParent, isSubmit).filter((one) => !isByPasskey(one))
        const byPasskey = stampCases(stampers, ofChild, isSubmit).filter(isByPasskey)
        for (const [text, cases] of [
          [ofParent, byKey],
          [ofChild, byPasskey],
        ] as const) {
          for (const { kind, headers, ...expected } of cases) {
            const init = { body: text, headers: headersOf(headers) }
            await send(kind, `${call.name} ${JSON.stringify(headers).slice(0, 80)}`, expected, () =>
              request(call.path, init),
            )
          }
        }
      }
      expectNoComplaints()
    },
    PATIENCE,
  )

  it('with an error that the reference lists for the call', () => {
    expect([...unlisted].sort()).toEqual([])
  })

  it('and the journals stand where they stood', async () => {
    const after = await heads()
    for (const id of tried) after.delete(id)
    const before = new Map([...headsBefore].filter(([id]) => !tried.has(id)))
    expect(after).toEqual(before)
    expect(world.engine.faults).toEqual([])
  })

  it('although each would have been accepted as it was, once: posted again it changes nothing', async () => {
    const refused: string[] = []
    for (const base of bases) {
      const { title, client, body, call } = base
      const posted = postedOf(base, body)
      const first = await client.post(posted)
      if (first.status !== 200) refused.push(`${title}: ${first.status} ${await first.text()}`)
      await world.engine.idle()
      if (call.kind === 'query') continue
      counts.set('replayed', (counts.get('replayed') ?? 0) + 1)
      const { activity } = (await first.json()) as { activity: { id: string } }
      const commits = store.commits()
      const again = await client.post(posted)
      if (again.status === 200) {
        const answer = (await again.json()) as { activity: { id: string } }
        if (answer.activity.id !== activity.id) refused.push(`${title}: another activity when replayed`)
      } else if (!ENDS_ITS_CALLER.has(call.name)) refused.push(`${title} again: ${again.status}`)
      if (store.commits() !== commits) refused.push(`${title}: replaying it wrote something`)
    }
    expect(refused).toEqual([])
  })

  it('and a replay of what was accepted an hour ago is stale', async () => {
    world.engine.clock.advance({ minutes: 61 })
    for (const base of bases) {
      if (base.call.kind === 'query') continue
      // Sub-organizations that are gone and recovery keys that are spent are not asked for the time any more.
      const codes = ['TIMESTAMP_TOO_OLD', ...(ENDS_ITS_CALLER.has(base.call.name) ? GONE : [])] as const
      await send('replayed, stale', base.title, { codes }, () => base.client.post(postedOf(base, base.body)))
    }
    expectNoComplaints()
    expect(world.engine.faults).toEqual([])
  })
})

/** Errors of one kind of member wherever it stands: the reference shows them beside the member's type. */
const MEMBER_CHECKS: ReadonlySet<string> = new Set([
  'NAME_LENGTH',
  'EMAIL_MALFORMED',
  'PHONE_NUMBER_MALFORMED',
  'EXPIRATION_SECONDS_INVALID',
])

/** Calls after which their caller is nobody: no replay reaches the activity. */
const ENDS_ITS_CALLER: ReadonlySet<string> = new Set(['delete_sub_organization', 'recover_user'])
const GONE = ['ORGANIZATION_NOT_FOUND', 'API_KEY_NOT_FOUND'] as const

/** Repeated headers are joined, as HTTP joins them. */
function headersOf(headers: readonly (readonly [string, string])[]): Headers {
  const made = new Headers()
  for (const [name, value] of headers) made.append(name, value)
  return made
}

afterAll(() => {
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  const lines = [...rows, ['in all', total] as const].map(
    ([kind, count]) => `${String(count).padStart(7)}  ${kind}`,
  )
  console.log(
    `bad requests by kind, over ${versions.length} versions of ${Object.keys(calls).length} calls\n${lines.join('\n')}`,
  )
  expect(total).toBeGreaterThan(5_000)
})
