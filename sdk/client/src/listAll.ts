/** Paged lists, read to their end. */
import type { OptionalIfEmpty, QueryCall, QueryInput, QueryName } from './call.ts'
import type { Connection } from './connection.ts'
import type { Queries } from './generated/types.ts'
import type { CallOptions } from './send.ts'

/** Queries that return one page: the first 10 entries unless the input says otherwise. */
export type PagedQueryName = {
  [N in QueryName]: 'paginationOptions' extends keyof Queries[N]['request'] ? N : never
}[QueryName]

/** One entry of a paged list. */
export type EntryOf<N extends PagedQueryName> = N extends PagedQueryName
  ? Extract<Queries[N]['response'][keyof Queries[N]['response']], readonly unknown[]>[number]
  : never

/** The contract's largest page. */
const LIMIT = 100

/**
 * Reads all pages of a list, one request per 100 entries. Entries that are created meanwhile may be missing.
 * @param options apply to each request
 * @throws as `send`
 * @example
 * const accounts = await listAll(client, listWalletAccounts, { walletId })
 */
export async function listAll<N extends PagedQueryName>(
  connection: Connection,
  call: QueryCall<N>,
  ...rest: [...OptionalIfEmpty<Omit<QueryInput<N>, 'paginationOptions'>>, options?: CallOptions]
): Promise<EntryOf<N>[]> {
  const [input, options] = rest as readonly unknown[] as [object?, CallOptions?]
  const read = call as unknown as (connection: Connection, input: object, options?: CallOptions) => object
  const all: EntryOf<N>[] = []
  for (let after: string | undefined; ; ) {
    const paginationOptions = { limit: String(LIMIT), ...(after && { after }) }
    const answer = await read(connection, { ...input, paginationOptions }, options)
    const page = Object.values(answer).find(Array.isArray) as EntryOf<N>[]
    all.push(...page)
    const last = page.at(-1)
    // A page of large activities ends early, so only an empty one is the last.
    if (last === undefined || (page.length < LIMIT && !isActivity(last))) return all
    after = cursorOf(last)
  }
}

const isActivity = (entry: EntryOf<PagedQueryName>): boolean => typeof entry === 'object' && 'intent' in entry

/** The id that the next page continues after. The type error is a paged list whose entries have another id. */
const cursorOf = (entry: EntryOf<PagedQueryName>): string =>
  typeof entry === 'string' ? entry : 'walletAccountId' in entry ? entry.walletAccountId : entry.id
