/** Every call that an HTTP client has and the contract serves, in every version, over a socket. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallName, calls, type QueryName } from '@keywright/contract'
import {
  queryPreparations,
  type SubmitType,
  submitPreparations,
} from '@keywright/engine/callCoverage/accepted'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderOf } from './installed.ts'
import { expectLedger } from './ledgerFile.ts'
import { type Method, methodsOf, unservedMethodsOf } from './methods.ts'
import { expectAnswer, expectFinished, type ShownActivity } from './results.ts'
import { openStage, type Stage } from './stage.ts'
import { type Age, type PublicStamper, publicStamperOf, UNUSED } from './stampers.ts'

/** What the suite needs of the class `TurnkeyClient`, old or new. */
type HttpClient = new (config: { baseUrl: string }, stamper: PublicStamper) => object

export function proveHttpClient(age: Age, HttpClient: HttpClient): void {
  const sample = new HttpClient({ baseUrl: 'http://127.0.0.1' }, UNUSED)
  const methods = [...methodsOf(sample)]
  const queries = methods.filter(([call]) => calls[call].kind === 'query')
  const submits = methods.flatMap(([call, method]) => typesOf(call).map((type) => ({ call, method, type })))
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.close())

  function methodOf(name: string, stamper: PublicStamper): Method {
    const client = new HttpClient({ baseUrl: stage.dev.server.url }, stamper) as Record<string, Method>
    return client[name]!
  }

  describe(`HTTP client, ${age}`, () => {
    it.each(queries)('%s', async (call, method) => {
      const { client, parameters } = await queryPreparations[call as QueryName](stage.world)
      const post = methodOf(method, publicStamperOf(client, age))
      const { organizationId } = client
      const { answer, requests } = await stage.recorder.during(() => post({ organizationId, ...parameters }))
      expect(requests).toEqual([expect.objectContaining({ call, status: 200 })])
      expectAnswer(call as QueryName, answer)
    })

    it.each(submits)('$method: $type', async ({ call, method, type }) => {
      const { client, parameters } = await submitPreparations[type](stage.world)
      const post = methodOf(method, publicStamperOf(client, age))
      const body = JSON.parse(client.compose(type, parameters).text) as object
      const { answer, requests } = await stage.recorder.during(() => post(body))
      expect(requests).toEqual([expect.objectContaining({ call, type, status: 200 })])
      expectFinished(type, (answer as { activity: ShownActivity }).activity)
    })

    it('has its own versions among them', () => {
      const posted = submits.map(({ type }): string => type)
      const own = ownTypesOf(`http-${age}`).filter((type) => posted.includes(type))
      expect(submits.filter(({ call }) => !typesOf(call).some((type) => own.includes(type)))).toEqual([])
    })

    it('is what the ledger says', () =>
      expectLedger(`http-${age}`, {
        accepted: stage.recorder.accepted(),
        unserved: [...unservedMethodsOf(sample).keys()],
      }))
  })
}

function typesOf(name: CallName): SubmitType[] {
  const call = calls[name]
  return call.kind === 'query' ? [] : call.versions.map(({ type }) => type as SubmitType)
}

/** Types that the client's own declarations name as the ones to post. */
function ownTypesOf(alias: string): string[] {
  const file = 'dist/__generated__/services/coordinator/public/v1/public_api.types.d.ts'
  const text = readFileSync(join(folderOf(alias), file), 'utf8')
  return [...text.matchAll(/^\s+type: "(ACTIVITY_TYPE_\w+)";$/gm)].map((match) => match[1]!)
}
