/**
 * The store port: what the engine needs from a database, small enough for memory, IndexedDB and SQL.
 *
 * A row is addressed by (organization, table, id), and every key begins with the organization id, so a distributed
 * database can shard on it. A table name may carry a suffix (`by-email:alice@example.com`); to the store it is just a
 * longer name.
 */

/** The table of messages that wait for delivery; every store can list the organizations that have rows in it. */
export const OUTBOX = 'outbox'

/** A value that survives `JSON.parse(JSON.stringify(value))` unchanged, member order included. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

export interface Row {
  readonly id: string
  readonly value: Json
}

export interface RowKey {
  readonly table: string
  readonly id: string
}

export interface TableRow extends RowKey, Row {}

/** Which ids of one table to read. Bounds are exclusive; ids are ordered by UTF-16 code units. */
export interface Range {
  /** Only ids greater than this one. */
  readonly after?: string | undefined
  /** Only ids smaller than this one. */
  readonly before?: string | undefined
  /** In descending order. Default: ascending. */
  readonly reverse?: boolean | undefined
  /** Maximum number of rows. Default: all. */
  readonly limit?: number | undefined
}

/** A row to read. With `follow`, if the row's value is an id (letters, digits and hyphens), also the row of that table. */
export interface Reading {
  readonly table: string
  readonly id: string
  readonly follow?: string | undefined
}

/** The answer to a reading; `value` is undefined if there is no such row. */
export interface Answer {
  readonly value: Json | undefined
  readonly followed?: Json | undefined
}

/** Puts a row (`value`) or removes it (`value` undefined). */
export interface Write {
  readonly organization: string
  readonly table: string
  readonly id: string
  readonly value: Json | undefined
  /** `JSON.stringify(value)`, if the caller has it already. */
  readonly text?: string
}

/** An organization whose version must still be `version`; the commit raises it. */
export interface Guard {
  readonly organization: string
  readonly version: number
  /** How many entries the commit appends to the journal; the version grows by this number. Default: 1. */
  readonly entries?: number
  /** How many of those entries leave the facts unchanged. Default: 0. */
  readonly appends?: number
}

/** An organization that was read, with its facts counter at that time. */
export interface Rest {
  readonly organization: string
  readonly facts: number
}

export interface Moment {
  /** Number of journal entries. */
  readonly version: number
  /**
   * Grows with every guarded commit, except those that only append (a new activity, which no decision depends on) if
   * the store counts those separately. As long as it is the same, all rows that are facts are the same, even if the
   * whole store was replaced in between.
   */
  readonly facts: number
  /** In the order of the readings. */
  readonly answers: Answer[]
}

/**
 * A commit is all or nothing. A reader that gets an organization's version first, and commits with that version as a
 * guard, has read a consistent organization. Writes to an organization without a guard are allowed for rows that only
 * one writer touches (directory entries of a sub-organization in its parent).
 */
export interface Commit {
  readonly guards: readonly Guard[]
  /** Organizations that were only read: their facts must not have changed. Their counters don't grow. */
  readonly rests?: readonly Rest[] | undefined
  readonly writes: readonly Write[]
}

export interface Turn {
  /** The organizations among them that have ever been written. */
  readonly moments: ReadonlyMap<string, Omit<Moment, 'answers'>>
  /** Like the store's `read`, for any organization. */
  read(organization: string, readings: readonly Reading[]): Promise<Moment>
}

export interface Store {
  get(organization: string, table: string, id: string): Promise<Json | undefined>
  /** Version, facts and rows of an organization at one moment, so that a request starts with one round trip. */
  read(organization: string, readings: readonly Reading[]): Promise<Moment>
  count(organization: string, table: string): Promise<number>
  /** Rows of one table in id order. The cost depends on the rows returned, not on the table's size. */
  list(organization: string, table: string, range?: Range): Promise<Row[]>
  /**
   * Rows of all tables of an organization, in an order that stays the same.
   * @param after the last row of the page before. Default: from the first row
   */
  scan(organization: string, after: RowKey | undefined, limit: number): Promise<TableRow[]>
  /** How many entries guarded commits have appended to the organization; 0 if there were none. */
  version(organization: string): Promise<number>
  /** @throws StoreConflict if a version or facts counter has changed; nothing is written in that case */
  commit(commit: Commit): Promise<void>
  /**
   * Commits under a lock against other processes: waits for commits of other processes to these organizations, then
   * commits the result of `compose`; undefined commits nothing. If the lock is lost and taken again, `compose` is
   * called again. A process that stalls loses its lock without having written anything. Not implemented: the store
   * has only one process.
   * @throws StoreConflict as `commit` does
   */
  commitInTurn?(
    organizations: readonly string[],
    compose: (turn: Turn) => Promise<Commit | undefined>,
  ): Promise<void>
  /** Ids of all organizations that were ever guarded, in id order: for operators, backups and the outbox. */
  organizations(): Promise<string[]>
  /** Calls the task with the reads of all organizations at one moment, whatever is written until it settles. */
  inSnapshot<T>(task: (moment: StoreReads) => Promise<T>): Promise<T>
}

export type StoreReads = Omit<Store, 'commit' | 'commitInTurn' | 'inSnapshot'>

export type ReadStore = Pick<Store, 'get' | 'read' | 'list'>

/** Another commit changed a guarded organization since its version was read. */
export class StoreConflict extends Error {
  constructor(organization: string) {
    super(`organization ${organization} changed since it was read`)
    this.name = 'StoreConflict'
  }
}
