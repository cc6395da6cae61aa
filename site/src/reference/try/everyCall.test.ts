/** The console's forms against the engine: what each call begins with is stamped and sent as it stands. */
import { openapi } from '@keywright/contract/reference'
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { openWorkbench, type Workbench } from '../../elements/kit/workbench.ts'
import type { ApiDescription, Operation } from '../description.ts'
import { BEFORE } from './before.ts'
import { bodyAround, firstType, type JsonObject, startOf } from './bodyForm.ts'
import { type Exchange, exchange } from './exchange.ts'
import { settle } from './known.ts'
import { forgetCredentials, METHODS, type Method } from './signers.ts'
import { readSurroundings } from './surroundings.ts'

vi.mock('../../sandbox/pageSandbox.ts', () => import('../../elements/testing/inProcess.ts'))

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
})

/** As the button does. */
async function send(
  { path, operation }: { path: string; operation: Operation },
  method: Method = 'apiKey',
  type = firstType(operation),
): Promise<Exchange> {
  const { sandbox, organization } = bench
  const { organizationId } = organization
  const surroundings = await readSurroundings(sandbox, organizationId)
  const takesLast = operation.operationId.startsWith('delete_')
  const value = settle(startOf(operation, type, schemas), surroundings, { takesLast }) as JsonObject
  const timestampMs = String(await sandbox.clock.now())
  const body = JSON.stringify(bodyAround(operation, type, { organizationId, timestampMs }, value))
  const { userId } = surroundings.users[0]!
  return exchange(sandbox, { sandbox, organizationId, userId, method }, path, body)
}

const isDone = ({ status, answer }: Exchange) =>
  status === 200 && ['ACTIVITY_STATUS_COMPLETED', undefined].includes(Object(answer).activity?.status)

describe.each(calls.map((call) => [call.operation.operationId, call] as const))('%s', (name, call) => {
  if (name in BEFORE)
    it('is refused with words as long as what it needs is not there', async () => {
      const done = await send(call)
      expect(done.status).toBeGreaterThanOrEqual(400)
      expect(done.status).toBeLessThan(500)
      expect(Object(done.answer).message).toMatch(/\w+ \w+/)
      expect(done.log!.stamp.check).toBe('valid')
    })
  else
    it('begins with a body that the engine carries out', async () => {
      const done = await send(call)
      expect(done.answer).toSatisfy(() => isDone(done))
      expect(done.log!.body).toBe(done.body)
    })
})

test('what is said of calls is said of calls that there are', () => {
  for (const name of Object.keys(BEFORE)) expect(named(name)).toBeDefined()
})

describe('after what comes before', () => {
  it('otp_auth has the id and the code of init_otp_auth', async () => {
    expect(isDone(await send(named('init_otp_auth')))).toBe(true)
    const done = await send(named('otp_auth'))
    expect(done.answer).toSatisfy(() => isDone(done))
  })

  it('verify_otp has those of init_otp, in the type that takes the code as it is', async () => {
    expect(isDone(await send(named('init_otp')))).toBe(true)
    const verified = await send(named('verify_otp'), 'apiKey', 'ACTIVITY_TYPE_VERIFY_OTP')
    expect(verified.answer).toSatisfy(() => isDone(verified))
  })
})

describe.each(Object.keys(METHODS) as Method[])('stamped with %s', (method) => {
  it('a query is answered', async () => {
    expect((await send(named('whoami'), method)).status).toBe(200)
  })

  it(`a submit is ${method === 'readOnly' ? 'refused' : 'carried out'}`, async () => {
    const done = await send(named('create_wallet'), method)
    expect(done.answer).toSatisfy(() => isDone(done) === (method !== 'readOnly'))
  })
})

it('refuses a user who has no place in the organization, in words', async () => {
  const { sandbox, organization } = bench
  const signer = {
    sandbox,
    organizationId: organization.organizationId,
    userId: organization.organizationId,
    method: 'apiKey' as const,
  }
  await expect(exchange(sandbox, signer, '/public/v1/query/whoami', '{}')).rejects.toThrow(/no user/)
})
