/** Every error of the catalog is caused by a request, or by a host. `badInput/` sends every call with good and bad input. */
import { type ErrorCode, type ErrorEntry, errors, grpcStatus } from '@keywright/contract'
import { errorWords } from '@keywright/contract/reference'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallRefused } from '../support/index.ts'
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
