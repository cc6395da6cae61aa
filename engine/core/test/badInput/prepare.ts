/** Creates a world and, for every version of every call, a request that it would accept unchanged. */
import { callList, type QueryName } from '@keywright/contract'
import { toHex } from '@keywright/keys'
import { queryPreparations, type SubmitType, submitPreparations } from '../callCoverage/accepted/index.ts'
import { createWorld, UNKNOWN_ID, type World, type WorldChanges } from '../callCoverage/world.ts'
import type { Client } from '../support/index.ts'
import type { ForeignIds } from './memberCases.ts'
import type { JsonObject, placesOf } from './places.ts'
import { addStampers, type Stampers } from './stampCases.ts'

/** One version of a submit, or a query. */
interface Version {
  /** The activity type or the query's name. */
  readonly title: string
  readonly call: (typeof callList)[number]
  readonly schema: Parameters<typeof placesOf>[0]
}

/** A request of one version that the world would accept unchanged. */
export interface Base extends Version {
  readonly client: Client
  readonly body: JsonObject
}

export interface Prepared {
  readonly world: World
  readonly stampers: Stampers
  readonly bases: readonly Base[]
  readonly foreign: ForeignIds
  /** Private keys, codes and bundles that an error must never repeat. */
  readonly secrets: readonly string[]
}

const versions: readonly Version[] = callList.flatMap((call): Version[] =>
  call.kind === 'query'
    ? [{ title: call.name, call, schema: call.request as Version['schema'] }]
    : call.versions.map((version) => ({
        title: version.type as string,
        call,
        schema: version.intent as Version['schema'],
      })),
)

export async function prepareBadInput(changes: WorldChanges = {}): Promise<Prepared> {
  const world = await createWorld('bad input', changes)
  const stampers = await addStampers(world)
  const bases: Base[] = []
  for (const version of versions) bases.push(await baseOf(version, world))
  await world.engine.idle()
  const foreign = {
    'unknown id': UNKNOWN_ID,
    'id of another organization': (await world.stranger.query('whoami')).userId,
    'id of another kind': world.organizationId,
  }
  return { world, stampers, bases, foreign, secrets: secretsOf(world) }
}

async function baseOf(version: Version, world: World): Promise<Base> {
  const { title } = version
  if (version.call.kind === 'query') {
    const { client, parameters } = await queryPreparations[title as QueryName](world)
    return {
      ...version,
      client,
      body: { organizationId: client.organizationId, ...parameters } as JsonObject,
    }
  }
  const { client, parameters } = await submitPreparations[title as SubmitType](world)
  const { text } = client.compose(title as SubmitType, parameters)
  return { ...version, client, body: JSON.parse(text) as JsonObject }
}

function secretsOf({ engine, rootKey, strangerKey }: World): string[] {
  const sent = [...engine.mails, ...engine.messages].flatMap(({ template }) => [
    template['bundle'],
    template['code'],
  ])
  const texts = sent.filter((text): text is string => typeof text === 'string' && text.length >= 8)
  return [toHex(engine.ports.rootSecret), rootKey.privateKey, strangerKey.privateKey, ...texts]
}
