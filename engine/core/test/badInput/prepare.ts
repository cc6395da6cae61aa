/** Creates a world and, for every version of every call, a request that it would accept unchanged. */
import { toHex } from '@keywright/keys'

import { castOf } from '../callCoverage/accepted/index.ts'
import { type Accepted, acceptedBy, versions } from '../callCoverage/versions.ts'
import { createWorld, UNKNOWN_ID, type World, type WorldChanges } from '../callCoverage/world.ts'
import { addUser, type Client } from '../support/index.ts'
import type { ForeignIds } from './memberCases.ts'
import { addStampers, type Stampers } from './stampCases.ts'

export interface Prepared {
  readonly world: World
  readonly stampers: Stampers
  /** Of every version, a request that the world would accept. */
  readonly bases: readonly Accepted[]
  /** By organization, a user that no policy names: of the organization or, if only its parent asks, of the parent. */
  readonly ungranted: ReadonlyMap<string, Client>
  readonly foreign: ForeignIds
  /** Private keys, codes and bundles that an error must never repeat. */
  readonly secrets: readonly string[]
}

export async function prepareBadInput(changes: WorldChanges = {}): Promise<Prepared> {
  const world = await createWorld('bad input', changes)
  const stampers = await addStampers(world)
  const bases: Accepted[] = []
  for (const version of versions) bases.push(await acceptedBy(world, version))
  const ungranted = new Map<string, Client>()
  for (const { client } of bases) {
    const { organizationId } = client
    if (ungranted.has(organizationId)) continue
    const adding = (by: Client) => addUser(world.engine, by, world.unique('caller'))
    const caller = await adding(client).catch(() => adding(world.root))
    ungranted.set(organizationId, caller.client.about(organizationId))
  }
  await world.engine.idle()
  const foreign = {
    'unknown id': () => UNKNOWN_ID,
    'id of another organization': await idsOf({ ...world, root: world.stranger }),
    'id of another kind': () => world.organizationId,
  }
  return { world, stampers, bases, ungranted, foreign, secrets: secretsOf(world) }
}

/** Creates objects of several kinds. @returns the id that a member of this name expects, or else a user's */
async function idsOf(world: World): Promise<(name: string) => string> {
  const { root } = world
  const { userId } = await root.query('whoami')
  const cast = castOf(world)
  const { walletId, address, walletAccountId } = await cast.newWallet()
  const { fingerprint } = await root.submit('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'another wallet',
    accounts: [],
  })
  const ids: Readonly<Record<string, unknown>> = {
    walletId,
    walletAccountId,
    signWith: address,
    fingerprint,
    privateKeyId: await cast.newPrivateKey(),
    smartContractInterfaceId: await cast.newInterface(),
    endpointId: await cast.newEndpoint(),
    userTagId: await cast.newUserTag(),
    privateKeyTagId: await cast.newPrivateKeyTag(),
    policyId: await cast.newPolicy(),
  }
  return (name) => {
    const id = ids[name.replace(/^(?:add|remove)P/, 'p').replace(/s$/, '')]
    return typeof id === 'string' ? id : userId
  }
}

function secretsOf({ engine, rootKey, strangerKey }: World): string[] {
  const sent = [...engine.mails, ...engine.messages].flatMap(({ template }) => [
    template['bundle'],
    template['code'],
  ])
  const texts = sent.filter((text): text is string => typeof text === 'string' && text.length >= 8)
  return [toHex(engine.ports.rootSecret), rootKey.privateKey, strangerKey.privateKey, ...texts]
}
