/** Sends the initial form of every call to the engine. */
import { openapi } from '@keywright/contract/reference'
import { afterEach, beforeAll, expect, it, test, vi } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { openWorkbench, spendWorkbench, type Workbench } from '../../widgets/kit/workbench.ts'
import type { ApiDescription, Operation } from '../description.ts'
import { bodyAround, firstType, type JsonObject, startOf } from './bodyForm.ts'
import { type Exchange, exchange } from './exchange.ts'
import { settle } from './known.ts'
import { PREPARE } from './prepare.ts'
import { forgetCredentials, type Method } from './signers.ts'
import { readSurroundings } from './surroundings.ts'

vi.mock('../../widgets/sandbox/pageSandbox.ts', () => import('../../../test/elements/inProcess.ts'))

const description = openapi() as unknown as ApiDescription
const { schemas } = description.components
const calls = Object.entries(description.paths).map(([path, { post }]) => ({ path, operation: post }))
const named = (name: string) => calls.find(({ operation }) => operation.operationId === name)!

let bench: Workbench
beforeAll(async () => {
  bench = await openWorkbench()
  await bench.sandbox.snapshot('fresh')
})
afterEach(async () => {
  forgetCredentials()
  await bench.sandbox.restore('fresh')
  // Finds the organization of the snapshot again.
  bench = await openWorkbench()
})

/** Sends like the form's button. */
async function send(
  { path, operation }: { path: string; operation: Operation },
  wanted?: Method,
  type = firstType(operation),
): Promise<Exchange> {
  const { sandbox, organization } = bench
  const prepared = await PREPARE[operation.operationId]?.(bench, type)
  const { organizationId = organization.organizationId, method = 'apiKey' } = prepared ?? {}
  const surroundings = await readSurroundings(sandbox, organizationId)
  const takesLast = operation.operationId.startsWith('delete_')
  const value = settle(startOf(operation, type, schemas), surroundings, takesLast) as JsonObject
  const timestampMs = String(await sandbox.clock.now())
  const filled = { ...value, ...prepared?.parameters }
  const body = JSON.stringify(bodyAround(operation, type, { organizationId, timestampMs }, filled))
  const { userId } = surroundings.users[0]!
  return exchange(sandbox, { sandbox, organizationId, userId, method: wanted ?? method }, path, body)
}

const isDone = ({ status, answer }: Exchange) =>
  status === 200 && ['ACTIVITY_STATUS_COMPLETED', undefined].includes(Object(answer).activity?.status)

it.each(
  everyNth(
    10,
    calls.map((call) => [call.operation.operationId, call] as const),
  ),
)('%s succeeds on the first click', async (_, call) => {
  const done = await send(call)
  expect(done.answer).toSatisfy(() => isDone(done))
  expect(done.log!.body).toBe(done.body)
})

it('every call succeeds after all others, in one sandbox', async () => {
  const failed: string[] = []
  for (const call of calls) {
    bench = await openWorkbench()
    const done = await send(call)
    if (call.operation.operationId.startsWith('delete_')) spendWorkbench()
    if (!isDone(done)) failed.push(`${call.operation.operationId}: ${JSON.stringify(done.answer)}`)
  }
  expect(failed).toEqual([])
})

test('every preparation belongs to a call', () => {
  for (const name of Object.keys(PREPARE)) expect(named(name)).toBeDefined()
})

it('verify_otp succeeds with its older type and a plain code', async () => {
  const done = await send(named('verify_otp'), undefined, 'ACTIVITY_TYPE_VERIFY_OTP')
  expect(done.answer).toSatisfy(() => isDone(done))
})

it.each(['create_authenticators', 'create_sub_organization', 'import_wallet', 'recover_user'])(
  '%s also succeeds on the second click',
  async (name) => {
    expect(isDone(await send(named(name)))).toBe(true)
    const again = await send(named(name))
    expect(again.answer).toSatisfy(() => isDone(again))
  },
)

/** A read-only session can only read. A recovery credential can only recover its user. */
const ALLOWS = {
  apiKey: { query: true, submit: true },
  passkey: { query: true, submit: true },
  session: { query: true, submit: true },
  readOnly: { query: true, submit: false },
} satisfies Record<Exclude<Method, 'recovery'>, object>

it.each(Object.keys(ALLOWS) as (keyof typeof ALLOWS)[])(
  'a stamp by %s allows exactly the calls of its credential',
  async (method) => {
    const query = await send(named('whoami'), method)
    expect(query.status === 200).toBe(ALLOWS[method].query)
    expect(isDone(await send(named('create_wallet'), method))).toBe(ALLOWS[method].submit)
  },
)

it('rejects a user of another organization with a message', async () => {
  const { sandbox, organization } = bench
  const signer = {
    sandbox,
    organizationId: organization.organizationId,
    userId: organization.organizationId,
    method: 'apiKey' as const,
  }
  await expect(exchange(sandbox, signer, '/public/v1/query/whoami', '{}')).rejects.toThrow(/no user/)
})
