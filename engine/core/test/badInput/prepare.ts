/** Creates a world and, for every version of every call, a request that it would accept unchanged. */
import { toHex } from '@keywright/keys'

import { type Accepted, acceptedBy, versions } from '../callCoverage/versions.ts'
import {
  createWorld,
  newEndpoint,
  newInterface,
  newPrivateKey,
  newUser,
  newWallet,
  UNKNOWN_ID,
  type World,
  type WorldChanges,
} from '../callCoverage/world.ts'
import type { Client } from '../support/index.ts'
import type { ForeignIds } from './memberCases.ts'
import { addStampers, type Stampers } from './stampCases.ts'

export interface Prepared {
  readonly world: World
  readonly stampers: Stampers
  /** Of every version, a request that the world would accept. */
  readonly bases: readonly Accepted[]
  /** A user of the parent organization that no policy names. */
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
  const { walletId, addresses } = await newWallet(world)
  const { accounts } = await root.query('list_wallet_accounts', { walletId })
  const { fingerprint } = await root.submit('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'another wallet',
    accounts: [],
  })
  const ids: Readonly<Record<string, unknown>> = {
    walletId,
    walletAccountId: accounts[0]!.walletAccountId,
    signWith: addresses[0]!,
    fingerprint,
    privateKeyId: await newPrivateKey(world),
    smartContractInterfaceId: await newInterface(world),
    endpointId: await newEndpoint(world),
    ...(await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'tag', userIds: [userId] })),
    ...(await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', {
      privateKeyTagName: 'tag',
      privateKeyIds: [],
    })),
    ...(await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'policy',
      effect: 'EFFECT_ALLOW',
      consensus: 'true',
    })),
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
