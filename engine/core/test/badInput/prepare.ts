/** Creates a world and, for every version of every call, a request that it would accept unchanged. */
import { toHex } from '@keywright/keys'
import { type Accepted, acceptedBy, versions } from '../callCoverage/versions.ts'
import { createWorld, newUser, UNKNOWN_ID, type World, type WorldChanges } from '../callCoverage/world.ts'
import type { Client } from '../support/index.ts'
import type { ForeignIds } from './memberCases.ts'
import { addStampers, type Stampers } from './stampCases.ts'

export interface Prepared {
  readonly world: World
  readonly stampers: Stampers
  /** Of every version, a request that the world would accept. */
  readonly bases: readonly Accepted[]
  /** A user of the parent organization whom no policy knows. */
  readonly ungranted: Client
  readonly foreign: ForeignIds
  /** Private keys, codes and bundles that an error must never repeat. */
  readonly secrets: readonly string[]
}

export async function prepareBadInput(changes: WorldChanges = {}): Promise<Prepared> {
  const world = await createWorld('bad input', changes)
  const stampers = await addStampers(world)
  const bases: Accepted[] = []
  for (const version of versions) bases.push(await acceptedBy(world, version))
  const ungranted = (await newUser(world)).client
  await world.engine.idle()
  const foreign = {
    'unknown id': UNKNOWN_ID,
    'id of another organization': (await world.stranger.query('whoami')).userId,
    'id of another kind': world.organizationId,
  }
  return { world, stampers, bases, ungranted, foreign, secrets: secretsOf(world) }
}

function secretsOf({ engine, rootKey, strangerKey }: World): string[] {
  const sent = [...engine.mails, ...engine.messages].flatMap(({ template }) => [
    template['bundle'],
    template['code'],
  ])
  const texts = sent.filter((text): text is string => typeof text === 'string' && text.length >= 8)
  return [toHex(engine.ports.rootSecret), rootKey.privateKey, strangerKey.privateKey, ...texts]
}
