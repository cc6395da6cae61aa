/**
 * Tests with bad requests that every host of the engine must pass. A host's own test file is one call of
 * `testBadInput`.
 */
import { bodyBytesOf, type CallName, calls, findCallOfType } from '@keywright/contract'
import { errorsOf } from '@keywright/contract/reference'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { postedOf } from '../callCoverage/versions.ts'
import { envelopeCases, jsonCases, organizationCases, WRONG_METHODS, wrongPathsOf } from './envelopeCases.ts'
import { type Expected, judge } from './judge.ts'
import { memberCases, unknownMembers } from './memberCases.ts'
import { type JsonObject, placesOf } from './places.ts'
import type { Prepared } from './prepare.ts'
import { sampleByKind } from './sample.ts'
import { isByPasskey, stampCases } from './stampCases.ts'

export interface BadInputHost {
  /** Clients of its world post to this host. */
  readonly prepared: Prepared
  /** Number of commits so far. */
  commits(): number
  /** Faults of the engine so far. */
  faults(): readonly unknown[]
  /** Hash of the last journal entry of each organization, by id. */
  heads(): Promise<ReadonlyMap<string, string>>
  /** Settles when all background work of requests is done. */
  idle(): Promise<void>
  passMinutes(minutes: number): Promise<void>
}

export interface BadInputOptions {
  /** Cases per kind and version of a call. Default: all. */
  readonly sample?: number | undefined
}

/** Milliseconds for thousands of requests, even on a busy machine. */
const PATIENCE = 900_000

/** @param start starts a host with its own world, see `prepareBadInput` */
export function testBadInput(
  name: string,
  start: () => Promise<BadInputHost>,
  { sample }: BadInputOptions = {},
): void {
  const counts = new Map<string, number>()
  const complaints: string[] = []
  /** Errors that the reference doesn't list for their call. */
  const unlisted = new Set<string>()
  /** Organizations whose journal contains wrong tries of a one-time code, which are recorded on purpose. */
  const tried = new Set<string>()
  let host: BadInputHost
  let headsBefore: ReadonlyMap<string, string>

  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)

  async function send(
    kind: string,
    title: string,
    expected: Expected,
    post: () => Promise<Response>,
    mayCountTry = false,
  ): Promise<void> {
    const before = host.commits()
    const faults = host.faults().length
    const { code, complaint } = await judge(await post(), expected, host.prepared.secrets)
    const [first] = title.split(' ') as [string]
    const call = findCallOfType(first)?.name ?? (first in calls ? (first as CallName) : undefined)
    if (call && code && !errorsOf(call).includes(code)) unlisted.add(`${call} ${code}`)
    count(kind)
    if (complaint !== undefined) complaints.push(`${title}, ${kind}: ${complaint}`)
    if (host.faults().length > faults) complaints.push(`${title}, ${kind}: ${host.faults().at(-1)}`)
    if (!mayCountTry && host.commits() > before) complaints.push(`${title}, ${kind}: something was written`)
  }

  const request = (path: string, init: RequestInit) =>
    host.prepared.world.engine.handle(new Request(`http://localhost${path}`, { method: 'POST', ...init }))

  const sendBare = (kind: string, title: string, expected: Expected, path: string, init: RequestInit) =>
    send(kind, title, expected, () => request(path, init))

  function expectNoComplaints() {
    const found = complaints.splice(0)
    expect(found.slice(0, 40), `${found.length} complaints`).toEqual([])
  }

  describe(`bad input: ${name}`, () => {
    beforeAll(async () => {
      host = await start()
      headsBefore = await host.heads()
    }, PATIENCE)

    describe('a bad request is rejected according to the catalog, and changes nothing', () => {
      it(
        'because of one of its members',
        async () => {
          const { bases, foreign } = host.prepared
          for (const base of bases) {
            const { title, call, client, body, schema } = base
            const isQuery = call.kind === 'query'
            const parameters = (isQuery ? body : body['parameters']) as JsonObject
            const places = placesOf(schema, parameters).filter(
              (place) => !(isQuery && place.name === 'organizationId'),
            )
            const all = [
              ...unknownMembers({ path: [] }, parameters),
              ...places.flatMap((place) => [...memberCases(place, parameters, foreign)]),
            ]
            for (const one of sampleByKind(all, sample, title)) {
              const shown = `${title} ${one.path.join('.')} = ${one.shown}`
              const changed = isQuery ? one.parameters : { ...body, parameters: one.parameters }
              const mayCountTry = one.codes.includes('OTP_INVALID')
              if (mayCountTry) tried.add(client.organizationId)
              const posted = postedOf(base, changed)
              const isTooLarge = one.codes.includes('BODY_TOO_LARGE')
              const post = () =>
                isTooLarge ? request(posted.path, { body: posted.text }) : client.post(posted)
              await send(one.kind, shown, one, post, mayCountTry)
            }
          }
          expectNoComplaints()
        },
        PATIENCE,
      )

      it(
        'because of a member outside its parameters',
        async () => {
          const { world, bases } = host.prepared
          const strangerId = world.stranger.organizationId
          // The envelope is read before the version is known, so a sample needs only some versions.
          for (const { title, call, client, body } of sample === undefined ? bases : everyNth(3, bases)) {
            const otherType =
              call.name === 'create_wallet' ? 'ACTIVITY_TYPE_UPDATE_WALLET' : 'ACTIVITY_TYPE_CREATE_WALLET'
            const now = world.engine.clock()
            const all =
              call.kind === 'query'
                ? organizationCases(body, strangerId)
                : envelopeCases({ body, now, otherType, strangerId })
            for (const { kind, text, ...expected } of sampleByKind(all, sample, title)) {
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
        'because its body is not a JSON object or exceeds a limit',
        async () => {
          for (const { title, call, body } of host.prepared.bases) {
            for (const { kind, text, ...expected } of sampleByKind(
              jsonCases(body, bodyBytesOf(call)),
              sample,
              title,
            )) {
              // Unstamped, because the body is read first.
              await sendBare(kind, `${title} ${text.slice(0, 40)}`, expected, call.path, { body: text })
            }
            const broken = new TextEncoder().encode(JSON.stringify(body))
            broken[broken.length - 2] = 0xff
            const malformed = { codes: ['BODY_MALFORMED'] } as const
            await sendBare('malformed JSON', title, malformed, call.path, { body: broken })
            const announced = { body: '{}', headers: { 'content-length': '1048577' } }
            const tooLarge = { codes: ['BODY_TOO_LARGE'] } as const
            await sendBare('too large', title, tooLarge, call.path, announced)
          }
          expectNoComplaints()
        },
        PATIENCE,
      )

      it(
        'because of its method or path',
        async () => {
          const paths = new Map(host.prepared.bases.map(({ call }) => [call.path, call]))
          for (const path of paths.keys()) {
            for (const method of WRONG_METHODS) {
              const expected = { codes: ['METHOD_NOT_ALLOWED'] } as const
              await sendBare('wrong method', `${method} ${path}`, expected, path, { method })
            }
            const wrong = wrongPathsOf(path).map((each) => ({ kind: 'wrong path', path: each }))
            for (const one of sampleByKind(wrong, sample, path)) {
              const expected = { codes: ['PATH_NOT_FOUND'] } as const
              await sendBare(one.kind, one.path, expected, one.path, { body: '{}' })
            }
          }
          expectNoComplaints()
        },
        PATIENCE,
      )

      it(
        'because of its stamp',
        async () => {
          const { world, stampers, bases } = host.prepared
          const firstOfCall = new Map([...bases].reverse().map((base) => [base.call, base]))
          // Stamps are checked before the call is known, so a sample needs only some calls.
          const tried = [...firstOfCall.values()]
          for (const { call, body } of sample === undefined ? tried : everyNth(10, tried)) {
            const isSubmit = call.kind === 'submit'
            const about = (organizationId: string) => JSON.stringify({ ...body, organizationId })
            const ofParent = about(world.organizationId)
            const ofChild = about(world.sub.organizationId)
            const byKey = stampCases(stampers, ofParent, isSubmit).filter((one) => !isByPasskey(one))
            const byPasskey = stampCases(stampers, ofChild, isSubmit).filter(isByPasskey)
            for (const [text, cases] of [
              [ofParent, byKey],
              [ofChild, byPasskey],
            ] as const) {
              for (const { kind, headers, ...expected } of sampleByKind(cases, sample, call.name)) {
                const init = { body: text, headers: headersOf(headers) }
                const title = `${call.name} ${JSON.stringify(headers).slice(0, 80)}`
                await sendBare(kind, title, expected, call.path, init)
              }
            }
          }
          expectNoComplaints()
        },
        PATIENCE,
      )

      it(
        'because no policy permits it',
        async () => {
          const { bases, ungranted } = host.prepared
          for (const { call, title, body, client } of bases) {
            if (call.kind === 'query' || call.authority === 'vote' || OPEN_TO_ALL.has(title)) continue
            const text = JSON.stringify(body)
            const post = () => ungranted.get(client.organizationId)!.post({ path: call.path, text })
            await send('no grant', title, { codes: WITHOUT_GRANT }, post)
          }
          expectNoComplaints()
        },
        PATIENCE,
      )

      it(
        'because a parent may only read its sub-organizations, and start sign-ins and recovery there',
        async () => {
          const { bases, world } = host.prepared
          const { organizationId } = world.sub
          for (const { call, title, body } of bases) {
            if (call.kind === 'query' || call.authority === 'vote' || FOR_PARENTS.has(call.name)) continue
            const text = JSON.stringify({ ...body, organizationId })
            const post = () => world.sub.parent.post({ path: call.path, text })
            await send('by the parent', title, { codes: ['ORGANIZATION_MISMATCH'] }, post)
          }
          expectNoComplaints()
        },
        PATIENCE,
      )

      it('with an error that the reference lists for the call', () => {
        expect([...unlisted].sort()).toEqual([])
      })

      it('without changing a journal', async () => {
        const isUntried = ([id]: readonly [string, string]) => !tried.has(id)
        const after = [...(await host.heads())].filter(isUntried)
        expect(after).toEqual([...headsBefore].filter(isUntried))
        expect(host.faults()).toEqual([])
      })

      it(
        'although each original is accepted, and changes nothing when posted again',
        async () => {
          const refused: string[] = []
          for (const base of host.prepared.bases) {
            const { title, client, body, call } = base
            const posted = postedOf(base, body)
            const first = await client.post(posted)
            const answer = (await first.json()) as { activity: { id: string } }
            if (first.status !== 200) refused.push(`${title}: ${first.status} ${JSON.stringify(answer)}`)
            await host.idle()
            if (call.kind === 'query' || first.status !== 200) continue
            count('replayed')
            const commits = host.commits()
            const again = await client.post(posted)
            if (again.status === 200) {
              const { activity } = (await again.json()) as typeof answer
              if (activity.id !== answer.activity.id) refused.push(`${title}: another activity when replayed`)
            } else if (!ENDS_ITS_CALLER.has(call.name)) refused.push(`${title} again: ${again.status}`)
            if (host.commits() !== commits) refused.push(`${title}: replaying it wrote something`)
          }
          expect(refused).toEqual([])
        },
        PATIENCE,
      )

      it(
        'and a replay after an hour is too old',
        async () => {
          await host.passMinutes(61)
          for (const base of host.prepared.bases) {
            if (base.call.kind === 'query') continue
            // For deleted sub-organizations and used recovery keys, authentication fails before the time is checked.
            const codes = ['TIMESTAMP_TOO_OLD', ...(ENDS_ITS_CALLER.has(base.call.name) ? GONE : [])] as const
            await send('replayed, stale', base.title, { codes }, () =>
              base.client.post(postedOf(base, base.body)),
            )
          }
          expectNoComplaints()
          expect(host.faults()).toEqual([])
        },
        PATIENCE,
      )
    })

    afterAll(async () => {
      const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
      const total = rows.reduce((sum, [, each]) => sum + each, 0)
      const lines = [...rows, ['in all', total] as const].map(
        ([kind, each]) => `${String(each).padStart(7)}  ${kind}`,
      )
      const versions = `${host.prepared.bases.length} versions of ${Object.keys(calls).length} calls`
      console.log(`bad requests by kind, ${name}, over ${versions}\n${lines.join('\n')}`)
      expect(total).toBeGreaterThan(sample === undefined ? 5_000 : 1_500)
    }, PATIENCE)
  })
}

/** Accepted without a grant: about the caller alone, or what policies of this world let others approve. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set([
  'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION',
  'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
  'ACTIVITY_TYPE_STAMP_LOGIN',
  'ACTIVITY_TYPE_CREATE_WALLET',
])
/** What answers a caller without a grant: the policies, or a rule that precedes them. */
const WITHOUT_GRANT = [
  'NOT_PERMITTED_BY_POLICY',
  'ROOT_QUORUM_ONLY',
  'ORGANIZATION_MISMATCH',
  'IMPORT_FOR_OTHER_USER',
  'VERIFICATION_TOKEN_INVALID',
] as const

/** Submits that a parent may send about its sub-organizations. */
const FOR_PARENTS: ReadonlySet<string> = new Set([
  'email_auth',
  'init_otp_auth',
  'otp_auth',
  'init_otp',
  'verify_otp',
  'otp_login',
  'oauth',
  'oauth_login',
  'init_user_email_recovery',
])

/** Calls that end their caller's access, so that a replay can't reach the activity. */
const ENDS_ITS_CALLER: ReadonlySet<string> = new Set(['delete_sub_organization', 'recover_user'])
const GONE = ['ORGANIZATION_NOT_FOUND', 'API_KEY_NOT_FOUND'] as const

/** Joins repeated headers, as HTTP does. */
function headersOf(headers: readonly (readonly [string, string])[]): Headers {
  const made = new Headers()
  for (const [name, value] of headers) made.append(name, value)
  return made
}
