/**
 * The store port: what the engine asks of a database, small enough for memory, IndexedDB and SQL.
 *
 * A row is addressed by (organization, table, id) and every key begins with the organization id, so a
 * distributed database can shard on it. A table may carry a suffix (`by-email:alice@example.com`); to the store
 * it is just a longer table name.
 */

/** The table in which messages wait; every store can name the organizations that have rows in it. */
export const OUTBOX = 'outbox'

/** A value that survives `JSON.parse(JSON.stringify(value))` unchanged, member order included. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

/** One row as stored. Values are frozen: a reader never changes one, it puts another. */
export interface Row {
  readonly id: string
  readonly value: Json
}

/** Which ids of one table to read. Bounds are exclusive; ids order by UTF-16 code units. */
export interface Range {
  /** Only ids greater than this one. */
  readonly after?: string | undefined
  /** Only ids smaller than this one. */
  readonly before?: string | undefined
  /** From the greatest id downwards. Default: upwards. */
  readonly reverse?: boolean | undefined
  /** At most so many rows. Default: all. */
  readonly limit?: number | undefined
}

/** A row to read; with `follow`, also the row of that table whose id is the text that stands there. */
export interface Reading {
  readonly table: string
  readonly id: string
  readonly follow?: string | undefined
}

/** What a reading came to: undefined where there is no row. */
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
  /** What `JSON.stringify(value)` gives, where somebody has it already. */
  readonly text?: string
}

/** An organization whose version must still be `version`; the commit raises it. */
export interface Guard {
  readonly organization: string
  readonly version: number
  /** By how much the version is raised: how many entries the commit appends to the journal. Default: 1. */
  readonly entries?: number
  /** How many of those entries leave the facts as they are. Default: 0. */
  readonly appends?: number
}

/** An organization that was read, with its facts of then. */
export interface Rest {
  readonly organization: string
  readonly facts: number
}

/** An organization at one moment. */
export interface Moment {
  /** How many entries its journal has. */
  readonly version: number
  /**
   * Grows with every guarded commit, and by no more with those that only append (a new activity, which no decision rests
   * on) where the store counts them apart. As long as it is the same, rows that are facts are the same, also where
   * everything was replaced meanwhile.
   */
  readonly facts: number
  /** In the order of the readings. */
  readonly answers: Answer[]
}

/**
 * A commit is all or nothing. Whoever read an organization after asking its version, and commits with that
 * version as a guard, has seen a consistent organization. Writes to an organization without a guard are allowed
 * for rows that only their writer touches (directory entries of a sub-organization in its parent).
 */
export interface Commit {
  readonly guards: readonly Guard[]
  /** What else was read for it: organizations whose facts must still be these. Nothing of them is raised. */
  readonly rests?: readonly Rest[] | undefined
  readonly writes: readonly Write[]
}

/** Organizations while nobody else commits to them. */
export interface Turn {
  /** Of those that were ever written. */
  readonly moments: ReadonlyMap<string, Omit<Moment, 'answers'>>
  /** Like the store's; of whatever organization. */
  read(organization: string, readings: readonly Reading[]): Promise<Moment>
}

export interface Store {
  /** The value of one row, or undefined. */
  get(organization: string, table: string, id: string): Promise<Json | undefined>
  /**
   * Version, facts and rows of an organization, as they were at one moment: what begins a request is one round trip.
   */
  read(organization: string, readings: readonly Reading[]): Promise<Moment>
  /** How many rows a table has; no row is read for it. */
  count(organization: string, table: string): Promise<number>
  /** Rows of one table in id order. The cost depends on what comes back, not on the table's size. */
  list(organization: string, table: string, range?: Range): Promise<Row[]>
  /** How many entries guarded commits have appended to the organization; 0 for one never written. */
  version(organization: string): Promise<number>
  /** @throws StoreConflict when a guard no longer holds, or facts are others; nothing is written then. */
  commit(commit: Commit): Promise<void>
  /**
   * A commit in turn with those of other processes: waits until none of them is at these organizations, and keeps them out
   * while `compose` makes a commit of what it finds then; undefined for none. A turn may be given up and taken again, and
   * `compose` is asked again then. Nobody is kept out for long: the turn of a
   * process that comes to a halt ends, and nothing is written. Default: the store has one process.
   * @throws StoreConflict as `commit` does
   */
  commitInTurn?(
    organizations: readonly string[],
    compose: (turn: Turn) => Promise<Commit | undefined>,
  ): Promise<void>
  /** Ids of all organizations that were ever guarded, in id order: for operators, backups and the outbox. */
  organizations(): Promise<string[]>
}

/** Somebody else committed to a guarded organization since its version was read. */
export class StoreConflict extends Error {
  constructor(organization: string) {
    super(`organization ${organization} changed since it was read`)
    this.name = 'StoreConflict'
  }
}
