/** Runs a call: fills in the common fields, signs, sends, and for submits waits for the result. */
import { type Completed, finish } from './activity.ts'
import { assertOrganizationId, type Connection } from './connection.ts'
import { KeywrightError } from './errors.ts'
import type { Activity, Queries, Submits, Votes } from './generated/types.ts'
import { assertDefined, type CallOptions, send, sign, signQuery } from './send.ts'
import type { SignedRequest } from './signedRequest.ts'

export type QueryName = keyof Queries
export type SubmitName = keyof Submits
export type VoteName = keyof Votes

/** Body of a query. `organizationId` defaults to the configuration. */
export type QueryInput<N extends QueryName> = Omit<Queries[N]['request'], 'organizationId'> & Frame

export type Types<N extends SubmitName> = keyof Submits[N]['versions'] & string
type Version<N extends SubmitName, T extends Types<N>> = Submits[N]['versions'][T] extends infer V
  ? V extends { intent: infer I; result: infer R }
    ? { intent: I; result: R }
    : never
  : never

/** Optional members that the short form takes next to the parameters. */
export interface Frame {
  /** Default: the configuration's organization. */
  readonly organizationId?: string
  /**
   * Decimal milliseconds since 1970. Default: now. Set it to make a body repeatable: the same body is the same activity.
   */
  readonly timestampMs?: string
}

/** The short form: the parameters of the newest version, plus the optional common fields. */
export type ShortInput<Intent> = Intent & Frame & { readonly parameters?: never }

/** The full form: any accepted version, exactly as sent. */
export interface FullInput<Type, Intent> extends Frame {
  /** Default: the newest. */
  readonly type?: Type
  readonly parameters: Intent
}

export type SubmitInput<N extends SubmitName, T extends Types<N> = Submits[N]['newest'] & Types<N>> =
  | ShortInput<Version<N, Submits[N]['newest'] & Types<N>>['intent']>
  | {
      [K in T]: FullInput<K, Version<N, K>['intent']> &
        (K extends Submits[N]['newest'] ? unknown : { type: K })
    }[T]

/** What a submit returns: the members of the result, and the activity. */
export type SubmitResult<
  N extends SubmitName,
  T extends Types<N> = Submits[N]['newest'] & Types<N>,
> = Completed<Version<N, T>['result']>

/** Input is optional if no member is required. */
export type OptionalIfEmpty<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** A query as a function of a connection. */
export interface QueryCall<N extends QueryName> {
  /** @throws what `send` throws */
  (
    connection: Connection,
    ...rest: [...OptionalIfEmpty<QueryInput<N>>, options?: CallOptions]
  ): Promise<Queries[N]['response']>
  /** Signs without sending. */
  stamp(
    connection: Connection,
    ...rest: OptionalIfEmpty<QueryInput<N>>
  ): Promise<SignedRequest<Queries[N]['response']>>
}

/** A submit as a function of a connection. */
export interface SubmitCall<N extends SubmitName> {
  /** @throws what `send` and `finish` throw */
  <T extends Types<N> = Submits[N]['newest'] & Types<N>>(
    connection: Connection,
    input: SubmitInput<N, T>,
    options?: CallOptions,
  ): Promise<SubmitResult<N, T>>
  /** Signs without sending. */
  stamp<T extends Types<N> = Submits[N]['newest'] & Types<N>>(
    connection: Connection,
    input: SubmitInput<N, T>,
  ): Promise<SignedRequest<{ activity: Activity }>>
}

/** A vote. Returns the activity voted on, whatever its status. */
export interface VoteCall<N extends VoteName> {
  (
    connection: Connection,
    input: ShortInput<Votes[N]> | FullInput<string, Votes[N]>,
    options?: CallOptions,
  ): Promise<{ activity: Activity }>
  stamp(
    connection: Connection,
    input: ShortInput<Votes[N]> | FullInput<string, Votes[N]>,
  ): Promise<SignedRequest<{ activity: Activity }>>
}

/** Creates the function of a query. */
export function query<N extends QueryName>(name: N): QueryCall<N> {
  const stamp = async (connection: Connection, input: object = {}, options?: CallOptions) => {
    const organizationId = organizationOf(connection, input)
    return signQuery(connection, name, { ...input, organizationId }, options)
  }
  const call = async (connection: Connection, input?: object, options?: CallOptions) =>
    send(connection, await stamp(connection, input, options), options)
  return Object.assign(call, { stamp }) as unknown as QueryCall<N>
}

/** Creates the function of a submit. @param version of the newest activity type, if it isn't the first */
export function submit<N extends SubmitName>(name: N, version?: number): SubmitCall<N> {
  const { stamp, post } = poster(name, version)
  const call = async (connection: Connection, input: object, options: CallOptions = {}) => {
    const { now } = connection
    const end = now() + (options.timeout ?? connection.timeout)
    const { activity } = await post(connection, input, options)
    return finish(connection, activity, { ...options, timeout: end - now() })
  }
  return Object.assign(call, { stamp }) as unknown as SubmitCall<N>
}

/** Creates the function of a vote. */
export function vote<N extends VoteName>(name: N): VoteCall<N> {
  const { stamp, post } = poster(name)
  return Object.assign(post, { stamp }) as unknown as VoteCall<N>
}

function poster(name: string, version?: number) {
  const newest = `ACTIVITY_TYPE_${name.toUpperCase()}${version ? `_V${version}` : ''}`
  const stamp = async (
    connection: Connection,
    input: Frame & { type?: string; parameters?: object } = {},
    options?: CallOptions,
  ) => {
    const { organizationId: _, timestampMs = connection.nextTimestamp(), ...rest } = input
    const { type = newest, parameters, ...more } = rest.parameters ? rest : { parameters: rest }
    const organizationId = organizationOf(connection, input)
    return sign<{ activity: Activity }>(
      connection,
      `/public/v1/submit/${name}`,
      {
        type,
        timestampMs,
        organizationId,
        // Drop nothing: a check of the input may have read `more`.
        parameters: { ...parameters, ...more },
      },
      options?.signal,
    )
  }
  const post = async (connection: Connection, input: object, options?: CallOptions) =>
    send(connection, await stamp(connection, input, options), options)
  return { stamp, post }
}

function organizationOf(connection: Connection, input: Frame): string {
  if ('organizationId' in input) assertDefined('organizationId', input.organizationId)
  const id = input.organizationId ?? connection.organizationId
  if (id === undefined) {
    throw new KeywrightError(
      'ORGANIZATION_MISSING',
      "no organization in the input or in the client's configuration",
      { help: 'pass organizationId with the call, or to the client' },
    )
  }
  assertOrganizationId(id)
  return id
}
