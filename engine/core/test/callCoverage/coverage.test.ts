/** Every error of the catalog is caused by a request, or by a host. `badInput/` sends every call with good and bad input. */
import { callList, type ErrorCode, type ErrorEntry, errors, grpcStatus } from '@keywright/contract'
import { errorWords } from '@keywright/contract/reference'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { addUser, CallRefused, type Client } from '../support/index.ts'
import { type SubmitType, submitPreparations } from './accepted/index.ts'
import { HOST_ERRORS, refusals } from './refusals.ts'
import { createWorld, type World } from './world.ts'

describe('coverage by error', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld('refusals')
  })

  const situations = Object.entries(refusals).map(([code, refusal]) => ({
    code: code as ErrorCode,
    situation: errorWords[code as ErrorCode].situation,
    refusal,
  }))

  it.each(situations)('$code: $situation', async ({ code, refusal }) => {
    const answer = await refusal(world).catch((error: unknown) => error)
    const refused = answer instanceof Response ? new CallRefused(answer.status, await answer.json()) : answer
    if (!(refused instanceof CallRefused)) throw refused
    const entry: ErrorEntry = errors[code]
    const status = entry.http ?? grpcStatus[entry.grpc].http
    expect([refused.errorCode, refused.status, refused.body.code]).toEqual([
      code,
      status,
      grpcStatus[entry.grpc].code,
    ])
  })

  it('covers every catalog entry, or names the component that returns it', () => {
    expect([...Object.keys(refusals), ...Object.keys(HOST_ERRORS)].sort()).toEqual(Object.keys(errors).sort())
    expect(world.engine.faults.map(String)).toEqual([
      'StoreUnavailable: the database is not available: it does not respond',
      expect.stringMatching(
        /^RowAltered: row head of heads in organization .* was not written by Keywright$/,
      ),
      'Error: the row is damaged',
    ])
  })
})

/** Calls that users may send for themselves, that only the holder of a token can send, or that a policy of the world allows. */
const UNGRANTED: readonly string[] = [
  'create_read_only_session',
  'create_read_write_session',
  'stamp_login',
  'otp_login',
  'oauth_login',
  'recover_user',
  'update_user_email',
  'create_wallet',
]

const governed = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority !== 'vote' && !UNGRANTED.includes(call.name)
    ? call.versions.map(({ type }) => type as SubmitType)
    : [],
)

describe('a user without a grant', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld('ungranted')
  })

  it.each(everyNth(6, governed))('is not permitted %s', async (type) => {
    const { client, parameters } = await submitPreparations[type](world)
    const { engine, root, unique } = world
    // A user of the organization that the request is about, or of its parent if the parent sends it.
    const adding = (by: Client) => addUser(engine, by, unique('caller'))
    const caller = (await adding(client).catch(() => adding(root))).client.about(client.organizationId)
    await expect(caller.submit(type, parameters as never)).rejects.toMatchObject({ status: 403 })
  })
})
