/** Every query and every version of every submit, and for each a request that a world accepts unchanged. */
import { type Call, callList, type QueryName } from '@keywright/contract'
import type { JsonObject, placesOf } from '../badInput/places.ts'
import type { Client, Posted } from '../support/index.ts'
import { queryPreparations, type SubmitType, submitPreparations } from './accepted/index.ts'
import type { World } from './world.ts'

export interface Version {
  readonly call: Call
  /** The activity type of a submit, or the name of a query. */
  readonly title: string
  /** Of the parameters. */
  readonly schema: Parameters<typeof placesOf>[0]
}

export const versions: readonly Version[] = callList.flatMap((call): Version[] =>
  call.kind === 'query'
    ? [{ call, title: call.name, schema: call.request as Version['schema'] }]
    : call.versions.map(({ type, intent }) => ({ call, title: type, schema: intent as Version['schema'] })),
)

export interface Accepted extends Version {
  readonly client: Client
  readonly body: JsonObject
}

export async function acceptedBy(world: World, version: Version): Promise<Accepted> {
  const { title } = version
  if (version.call.kind === 'query') {
    const { client, parameters } = await queryPreparations[title as QueryName](world)
    const body = { organizationId: client.organizationId, ...parameters } as JsonObject
    return { ...version, client, body }
  }
  const { client, parameters } = await submitPreparations[title as SubmitType](world)
  const { text } = client.compose(title as SubmitType, parameters)
  return { ...version, client, body: JSON.parse(text) as JsonObject }
}

export const postedOf = ({ call }: Version, body: JsonObject): Posted => ({
  path: call.path,
  text: JSON.stringify(body),
})
