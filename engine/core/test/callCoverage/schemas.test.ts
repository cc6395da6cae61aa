/**
 * The schemas of requests accept what the engine accepts, and no request that it rejects for its shape. The bad-input
 * suite shows the engine's errors for the same requests; nightly, Schemathesis makes others from the schemas.
 */
import { openapi, shapeErrors } from '@keywright/contract/reference'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { memberCases, unknownMembers } from '../badInput/memberCases.ts'
import { type JsonObject, placesOf } from '../badInput/places.ts'
import { type Accepted, acceptedBy, versions } from './versions.ts'
import { createWorld } from './world.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'https://example.com/openapi.json', ...JSON.parse(JSON.stringify(openapi())) })
const schemaOf = (path: string) =>
  ajv.getSchema(
    `https://example.com/openapi.json#/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`,
  )!

const accepted = new Map<string, Accepted>()
beforeAll(async () => {
  const world = await createWorld('schemas')
  for (const version of versions) accepted.set(version.title, await acceptedBy(world, version))
})

/** Members with an id, and items of lists of ids, whose schema has a format instead of a pattern. */
const ID = /Ids?$|Tags$|^(before|after|\d+)$/
const isShape = (code: string) => (shapeErrors as readonly string[]).includes(code)

describe('the schema of requests', () => {
  it.each(versions)(
    'of $title accepts a request, and none with a member that has another shape',
    (version) => {
      const { call, title, schema } = version
      const { body } = accepted.get(title)!
      const fits = schemaOf(call.path)
      expect(fits(body), ajv.errorsText(fits.errors)).toBe(true)
      const isQuery = call.kind === 'query'
      const parameters = (isQuery ? body : body['parameters']) as JsonObject
      const spoiled = placesOf(schema, parameters)
        // JSON in a text: no schema describes it.
        .filter(({ name }) => name !== 'filtersJson')
        .flatMap((place) => [...memberCases(place, parameters, {})])
      for (const { codes, path, shown, parameters: changed } of [
        ...unknownMembers({ path: [] }, parameters),
        ...spoiled,
      ]) {
        if (!codes.every(isShape) || (codes[0] === 'CHARACTER_HIDDEN' && ID.test(String(path.at(-1)))))
          continue
        expect(
          fits(isQuery ? changed : { ...body, parameters: changed }),
          `${path.join('.')} = ${shown}`,
        ).toBe(false)
      }
    },
  )
})
