/** Prepares an acceptable request of a version: the caller and the parameters. */
import type { ActivityTypeOf, IntentOf, QueryName, RequestOf, SubmitName } from '@keywright/contract'
import type { Client } from '../../support/index.ts'
import type { World } from '../world.ts'

export type SubmitType = { [N in SubmitName]: ActivityTypeOf<N> }[SubmitName]

/** Creates what the request needs in the world, and returns the request with as many members as can be combined. */
export type Preparations<T extends SubmitType = SubmitType> = {
  readonly [K in T]: (world: World) => Promise<{ client: Client; parameters: IntentOf<K> }>
}

export type QueryPreparations = {
  readonly [N in QueryName]: (
    world: World,
  ) => Promise<{ client: Client; parameters: Omit<RequestOf<N>, 'organizationId'> }>
}
