/** The types of the client's methods: the functions of `call.ts` without the connection. */
import type {
  FullInput,
  OptionalIfEmpty,
  QueryInput,
  QueryName,
  ShortInput,
  SubmitInput,
  SubmitName,
  SubmitResult,
  Types,
  VoteName,
} from './call.ts'
import type { Activity, Queries, Submits, Votes } from './generated/types.ts'
import type { CallOptions } from './send.ts'
import type { SignedRequest } from './signedRequest.ts'

type Newest<N extends SubmitName> = Submits[N]['newest'] & Types<N>
type VoteInput<N extends VoteName> = ShortInput<Votes[N]> | FullInput<string, Votes[N]>

export type QueryMethod<N extends QueryName> = (
  ...rest: [...OptionalIfEmpty<QueryInput<N>>, options?: CallOptions]
) => Promise<Queries[N]['response']>

export type StampQueryMethod<N extends QueryName> = (
  ...rest: OptionalIfEmpty<QueryInput<N>>
) => Promise<SignedRequest<Queries[N]['response']>>

export type SubmitMethod<N extends SubmitName> = <T extends Types<N> = Newest<N>>(
  input: SubmitInput<N, T>,
  options?: CallOptions,
) => Promise<SubmitResult<N, T>>

export type StampSubmitMethod<N extends SubmitName> = <T extends Types<N> = Newest<N>>(
  input: SubmitInput<N, T>,
) => Promise<SignedRequest<{ activity: Activity }>>

export type VoteMethod<N extends VoteName> = (
  input: VoteInput<N>,
  options?: CallOptions,
) => Promise<{ activity: Activity }>

export type StampVoteMethod<N extends VoteName> = (
  input: VoteInput<N>,
) => Promise<SignedRequest<{ activity: Activity }>>
