/** The schemas of requests are as strict as the engine, and no stricter. */
import { type Call, callList, type QueryName } from '@keywright/contract'
import { openapi, shapeErrors } from '@keywright/contract/reference'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { badTexts } from '../badInput/badTexts.ts'
import { type Json, type JsonObject, type Path, placesOf, withValue } from '../badInput/places.ts'
import { CallRefused, type Client } from '../support/index.ts'
import { queryPreparations, type SubmitType, submitPreparations } from './accepted/index.ts'
import { requestsOf, type Schema } from './requestsOfSchema.ts'
import { createWorld, type World } from './world.ts'

const SEED = Number(process.env['KEYWRIGHT_SEED'] ?? 28)

const description = openapi()
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'https://example.com/openapi.json', ...JSON.parse(JSON.stringify(description)) })
const schemaOf = (type: string) =>
  ajv.getSchema(
    `https://example.com/openapi.json#/paths/${type.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`,
  )!

interface Version {
  readonly call: Call
  /** The activity type of a submit, or the name of a query. */
  readonly title: string
  readonly schema: Parameters<typeof placesOf>[0]
}

const versions: readonly Version[] = callList.flatMap((call): Version[] =>
  call.kind === 'query'
    ? [{ call, title: call.name, schema: call.request as Version['schema'] }]
    : call.versions.map((one) => ({ call, title: one.type, schema: one.intent as Version['schema'] })),
)

interface Accepted {
  readonly client: Client
  readonly body: JsonObject
}

/** Prepared before random requests change what the world permits. */
const accepted = new Map<string, Accepted>()
beforeAll(async () => {
  console.info(`seed ${SEED}; set KEYWRIGHT_SEED for another`)
  const world = await createWorld('schemas')
  for (const version of versions) accepted.set(version.title, await acceptedBy(world, version))
})

async function acceptedBy(world: World, { call, title }: Version): Promise<Accepted> {
  const { client, parameters } =
    call.kind === 'query'
      ? await queryPreparations[title as QueryName](world)
      : await submitPreparations[title as SubmitType](world)
  const text =
    call.kind === 'query'
      ? JSON.stringify({ organizationId: client.organizationId, ...parameters })
      : client.compose(title as SubmitType, parameters as never).text
  return { client, body: JSON.parse(text) as JsonObject }
}

/** JSON in a text: no schema describes it. */
const isEmbedded = (message: string) => message.includes('filtersJson`')

/** The error code if the engine rejects the shape of the request. */
async function refusalOf(response: Response): Promise<string | undefined> {
  if (response.status !== 400) return undefined
  const refused = new CallRefused(response.status, await response.json())
  const isShape = (shapeErrors as readonly string[]).includes(refused.errorCode ?? '')
  return isShape && !isEmbedded(refused.message) ? refused.message : undefined
}

async function expectAgreement({ call }: Version, client: Client, body: Json): Promise<void> {
  const check = schemaOf(call.path)
  const fits = check(body)
  const response = await client.post({ path: call.path, text: JSON.stringify(body) })
  const shown = JSON.stringify(body).slice(0, 2_000)
  if (fits) expect(await refusalOf(response), `fits the schema: ${shown}`).toBeUndefined()
  else expect(response.status, `${ajv.errorsText(check.errors)}: ${shown}`).not.toBe(200)
}

describe('requests', () => {
  it.each(versions.map((version) => ({ ...version, path: version.call.path })))(
    'of $title are rejected by the engine if and only if they violate the schema',
    async (version) => {
      const { client, body } = accepted.get(version.title)!
      expect(schemaOf(version.call.path)(body), ajv.errorsText(schemaOf(version.call.path).errors)).toBe(true)

      const inside: Path = version.call.kind === 'query' ? [] : ['parameters']
      const parameters = (inside.length === 0 ? body : body['parameters']) as JsonObject
      for (const { path, name } of placesOf(version.schema, parameters)) {
        const [first] = badTexts[name]?.texts.filter((text) => text.length < 1_000) ?? []
        if (first === undefined) continue
        await expectAgreement(version, client, withValue(body, [...inside, ...path], first))
      }

      const { schema } = description.paths[version.call.path]!.post.requestBody.content['application/json']
      const bodies = requestsOf(description.components.schemas, schema as Schema, body)
      await fc.assert(
        fc.asyncProperty(bodies, (changed) => expectAgreement(version, client, changed)),
        { numRuns: isNightly ? 100 : 3, seed: SEED, endOnFailure: true },
      )
    },
  )
})
