/** Every query and every version of every submit, against the engine: all in full form, the newest also in short form. */

import { callList, type QueryName, versionOf } from '@keywright/contract'
import {
  queryPreparations,
  type SubmitType,
  submitPreparations,
} from '@keywright/engine/callCoverage/accepted'
import { createWorld, type World } from '@keywright/engine/callCoverage/world'
import type { Client } from '@keywright/engine/test'
import { toUtf8 } from '@keywright/keys'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../tools/scripts/lib/tries.ts'
import { ApiKeyStamper } from './apiKey/index.ts'
import { KeywrightClient, type Stamper } from './index.ts'

let world: World

type AnyMethod = (input?: object) => Promise<Record<string, unknown>>

/** Our client with the credential of a test client. */
function clientOf({ organizationId, stamper }: Client): KeywrightClient & Record<string, AnyMethod> {
  const { engine } = world
  const config = {
    baseUrl: 'https://engine.example.com',
    organizationId,
    fetch: engine.handle,
    now: engine.clock,
  }
  return new KeywrightClient(config, stamperOf(stamper)) as KeywrightClient & Record<string, AnyMethod>
}

function stamperOf(stamper: Client['stamper']): Stamper {
  if (stamper.apiKey?.curve === 'API_KEY_CURVE_P256') {
    return new ApiKeyStamper({
      apiPublicKey: stamper.apiKey.publicKey,
      apiPrivateKey: stamper.apiKey.privateKey,
    })
  }
  return {
    async stamp(payload) {
      const [stampHeaderName, stampHeaderValue] = stamper(toUtf8(payload))
      return { stampHeaderName, stampHeaderValue }
    },
  }
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const submits = callList.flatMap((call) =>
  call.kind === 'submit' ? call.versions.map(({ type }) => ({ call, type })) : [],
)

// Separate worlds, because some preparations work only once.
describe('in full form', () => {
  beforeAll(async () => {
    world = await createWorld('full form')
  })

  it.each(callList.filter(({ kind }) => kind === 'query'))('$name', async ({ name }) => {
    const { client, parameters } = await queryPreparations[name as QueryName](world)
    const answer = await clientOf(client)[camel(name)]!(parameters)
    expect(Object.keys(answer).length).toBeGreaterThan(0)
  })

  it.each(everyNth(5, submits))('$type', async ({ call, type }) => {
    const { client, parameters } = await submitPreparations[type as SubmitType](world)
    const answer = await clientOf(client)[camel(call.name)]!({ type, parameters })
    expectResult(type, answer)
  })
})

describe('in short form', () => {
  beforeAll(async () => {
    world = await createWorld('short form')
  })

  it.each(submits.filter(({ call, type }) => call.postedType === type))('$type', async ({ call, type }) => {
    const { client, parameters } = await submitPreparations[type as SubmitType](world)
    const answer = await clientOf(client)[camel(call.name)]!(parameters)
    expectResult(type, answer)
  })
})

function expectResult(type: string, answer: Record<string, unknown>): void {
  const { activity, ...result } = answer as { activity: { type: string; result: Record<string, object> } }
  const { resultKey } = versionOf(type as SubmitType)
  const expected = resultKey === null ? {} : activity.result[resultKey]
  expect(result).toEqual(expected)
  // A vote returns the activity voted on.
  if (resultKey !== null) expect(activity.type).toBe(type)
}
