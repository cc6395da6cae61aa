/** The schemas of requests are as strict as the engine, and no stricter. */
import { openapi, shapeErrors } from '@keywright/contract/reference'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { badTexts } from '../badInput/badTexts.ts'
import { type Json, type JsonObject, type Path, placesOf, withValue } from '../badInput/places.ts'
import { CallRefused, type Client } from '../support/index.ts'
import { requestsOf, type Schema } from './requestsOfSchema.ts'
import { type Accepted, acceptedBy, type Version, versions } from './versions.ts'
import { createWorld } from './world.ts'

const SEED = Number(process.env['KEYWRIGHT_SEED'] ?? 28)

const description = openapi()
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'https://example.com/openapi.json', ...JSON.parse(JSON.stringify(description)) })
const schemaOf = (type: string) =>
  ajv.getSchema(
    `https://example.com/openapi.json#/paths/${type.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`,
  )!

/** Prepared before random requests change what the world permits. */
const accepted = new Map<string, Accepted>()
beforeAll(async () => {
  console.info(`seed ${SEED}; set KEYWRIGHT_SEED for another`)
  const world = await createWorld('schemas')
  for (const version of versions) accepted.set(version.title, await acceptedBy(world, version))
})

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
