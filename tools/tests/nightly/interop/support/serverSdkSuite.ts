/** Every call that a server SDK has and the contract serves, sent by that SDK over a socket. */
import { type QueryName, versionOf } from '@keywright/contract'
import {
  queryPreparations,
  type SubmitType,
  submitPreparations,
} from '@keywright/engine/callCoverage/accepted'
import type { Client } from '@keywright/engine/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectLedger } from './ledgerFile.ts'
import { type Method, methodsOf, unservedMethodsOf } from './methods.ts'
import { expectAnswer, expectFinished, type ShownActivity } from './results.ts'
import { openStage, type Stage } from './stage.ts'
import { type Age, type PublicStamper, publicStamperOf, UNUSED } from './stampers.ts'

/** What the suite needs of the class `TurnkeyServerClient`, old or new. */
type ServerClient = new (config: {
  stamper: PublicStamper
  apiBaseUrl: string
  organizationId: string
}) => Record<string, Method>

const TYPE = /["'`](ACTIVITY_TYPE_\w+)["'`]/

export function proveServerSdk(age: Age, ServerClient: ServerClient): void {
  const sample = new ServerClient({ stamper: UNUSED, apiBaseUrl: 'http://127.0.0.1', organizationId: '' })
  const methods = [...methodsOf(sample)].map(([call, method]) => ({
    call,
    method,
    type: TYPE.exec(String(sample[method]))?.[1] as SubmitType | undefined,
  }))
  const unserved = unservedMethodsOf(sample)
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.close())

  function send(client: Client, method: string, parameters: object) {
    const { organizationId } = client
    const stamper = publicStamperOf(client, age)
    const sdk = new ServerClient({ stamper, apiBaseUrl: stage.dev.server.url, organizationId })
    return stage.recorder.during(() => sdk[method]!({ organizationId, ...parameters }))
  }

  describe(`server SDK, ${age}`, () => {
    it.each(methods.filter(({ type }) => type === undefined))('$method: $call', async ({ call, method }) => {
      const { client, parameters } = await queryPreparations[call as QueryName](stage.world)
      const { answer, requests } = await send(client, method, parameters)
      expect(requests).toEqual([expect.objectContaining({ call, status: 200 })])
      expectAnswer(call as QueryName, answer)
    })

    it.each(methods.flatMap(({ type, ...rest }) => (type ? [{ type, ...rest }] : [])))(
      '$method: $type',
      async ({ call, method, type }) => {
        const { client, parameters } = await submitPreparations[type](stage.world)
        const { answer, requests } = await send(client, method, parameters)
        expect(requests).toEqual([expect.objectContaining({ call, type, status: 200 })])
        const { activity, ...spread } = answer as { activity: ShownActivity }
        expectFinished(type, activity)
        // It hands out what stands under the key that it expects; for a vote, all there is.
        const { resultKey } = versionOf(type)
        expect(spread).toEqual(resultKey === null ? activity.result : activity.result[resultKey])
      },
    )

    it('is told by 404 that a call is not served', async () => {
      for (const [call, method] of unserved) {
        const refused = send(stage.world.root, method, {})
        await expect(refused, call).rejects.toMatchObject({ name: 'TurnkeyRequestError', code: 5 })
      }
    })

    it('is what the ledger says', () =>
      expectLedger(`sdk-server-${age}`, {
        accepted: stage.recorder.accepted(),
        unserved: [...unserved.keys()],
      }))
  })
}
