/** A wrong code is counted although its request is rejected, while other requests change the organization. */
import { limits } from '@keywright/contract'
import { expect, it } from 'vitest'
import {
  addSubOrganization,
  type CallRefused,
  type Client,
  createTestEngine,
  newCode,
} from '../../test/support/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { OtpRow } from '../store/tables.ts'

/** What another process can do, which doesn't wait for the first one. */
interface Other {
  readonly alice: Client
  /** The right one. */
  readonly code: string
  readonly tryCode: (otpCode: string) => Promise<string | undefined>
}

/**
 * Another process disturbs the last possible try of a code before one store call of that try.
 * @param isRight whether it is tried with the right code
 * @returns both outcomes, and the code as stored; undefined without such a call
 */
async function lastTryWhile(disturb: (other: Other) => Promise<unknown>, before: number, isRight: boolean) {
  const store = createMemoryStore()
  let onCall = async () => {}
  const after =
    <A extends unknown[], R>(call: (...of: A) => Promise<R>) =>
    async (...of: A) => {
      await onCall()
      return call(...of)
    }
  const watched: typeof store = {
    ...store,
    get: after(store.get),
    read: after(store.read),
    list: after(store.list),
    count: after(store.count),
    commit: after(store.commit),
  }
  const rootSecret = new Uint8Array(32).fill(7)
  const engine = createTestEngine('kept writes', { store: watched, rootSecret })
  const { root } = await engine.organization()
  const { alice, parent } = await addSubOrganization(engine, root)
  const { organizationId } = alice
  const { otpId, otpCode: code } = await newCode(engine, parent, 'alice@example.com')
  const tryCode = (client: Client) => (otpCode: string) =>
    client.run('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode }).then(
      () => 'DONE',
      (error: CallRefused) => error.errorCode,
    )
  for (let n = 1; n < limits.otpMaxAttempts; n++) await tryCode(parent)(`00000${n}`)
  const other = createTestEngine('other', { store, rootSecret })
  // Another time is another request.
  other.clock.advance({ milliseconds: engine.clock() - other.clock() + 1 })
  const disturbance = {
    code,
    alice: other.client(organizationId, alice.stamper),
    tryCode: tryCode(other.client(organizationId, parent.stamper)),
  }
  let calls = 0
  let disturbing: Promise<unknown> | undefined
  onCall = async () => {
    if (calls++ === before) disturbing = disturb(disturbance)
    await disturbing
  }
  const outcome = await tryCode(parent)(isRight ? code : '000000')
  const others = await disturbing
  expect(engine.faults).toEqual([])
  const row = (await store.get(organizationId, 'otps', otpId)) as OtpRow | undefined
  return disturbing && { outcome, others, row }
}

async function everyMoment(disturb: (other: Other) => Promise<unknown>, isRight = false) {
  const moments: NonNullable<Awaited<ReturnType<typeof lastTryWhile>>>[] = []
  for (;;) {
    const moment = await lastTryWhile(disturb, moments.length, isRight)
    if (!moment) return moments
    moments.push(moment)
  }
}

it('is rejected, whenever its organization is deleted', async () => {
  const moments = await everyMoment(({ alice }) => alice.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', {}))
  expect(moments.map(({ outcome }) => outcome)).toEqual(moments.map(() => 'ORGANIZATION_NOT_FOUND'))
})

it('is not tried if another process had the last try before', async () => {
  const moments = await everyMoment(({ tryCode }) => tryCode('999999'))
  expect(moments.map(({ outcome }) => outcome)).toEqual(moments.map(() => 'OTP_INVALID'))
  expect(moments.map(({ row }) => row?.wrongTries)).toEqual(moments.map(() => limits.otpMaxAttempts))
})

it('of two processes with the right code, one succeeds', async () => {
  const moments = await everyMoment(({ tryCode, code }) => tryCode(code), true)
  const succeeded = moments.map(
    ({ outcome, others }) => [outcome, others].filter((one) => one === 'DONE').length,
  )
  expect(succeeded).toEqual(moments.map(() => 1))
})

it('the right code fails once another process had the last try', async () => {
  const moments = await everyMoment(({ tryCode }) => tryCode('999999'), true)
  const outcomes = moments.map(({ outcome, row }) => [outcome, row?.isVerified ?? row?.wrongTries])
  const possible = [
    ['OTP_INVALID', limits.otpMaxAttempts],
    ['DONE', true],
  ]
  for (const outcome of outcomes) expect(possible).toContainEqual(outcome)
})
