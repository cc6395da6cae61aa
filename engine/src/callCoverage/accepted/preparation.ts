/** What makes a request of a version acceptable: who sends it, and with which parameters. */
import type { ActivityTypeOf, IntentOf, QueryName, RequestOf, SubmitName } from '@keywright/contract'
import type { Client } from '../../testing/index.ts'
import type { World } from '../world.ts'

export type SubmitType = { [N in SubmitName]: ActivityTypeOf<N> }[SubmitName]

/** Makes what the request needs in the world, and answers the request; as many members as can stand together. */
export type Preparations<T extends SubmitType = SubmitType> = {
  readonly [K in T]: (world: World) => Promise<{ client: Client; parameters: IntentOf<K> }>
}

export type QueryPreparations = {
  readonly [N in QueryName]: (
    world: World,
  ) => Promise<{ client: Client; parameters: Omit<RequestOf<N>, 'organizationId'> }>
}
