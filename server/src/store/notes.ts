/**
 * Notes of organizations in which messages may wait: whoever delivers reads these, and never looks for messages among
 * all rows, which a distributed database would ask each of its machines for.
 *
 * A note is written before a commit that leaves messages, by a statement of its own, and holds until a time of the
 * database's clock. Such a commit looks at that clock while it has its organization's row, and fails when it is too late.
 * A note is removed only after its time, by somebody who has had the row since then and found no message: whoever had it
 * in time is done by then, and whoever has it later fails, unless the note is another one by then, which stays.
 *
 * Two commits hold no such row: one that makes its organization, and delivery's own, which writes a message anew that it
 * has just read. They rely on the minute that a note stays longer. So does everybody on the database's clock: set back by
 * more than that, it could let in a process that stood still meanwhile.
 */
import { type Commit, OUTBOX, type Write } from '@keywright/engine'
import type pg from 'pg'
import { Abandoned } from './postgres/connections.ts'

/** An organization that may have messages. */
export interface Note {
  readonly organization: string
  /** Milliseconds since 1970, by the clock of the database. */
  readonly until: number
  /** Whether messages may still come under it, or may just have come. */
  readonly isOpen: boolean
  /** Whether it may be removed, when no message is there. */
  readonly isOver: boolean
}

export interface NoteTimes {
  /** A note holds so long, and is renewed when a third of it is over. */
  readonly noteMs: number
  /** And stays so much longer: for commits that were under way, of organizations that have no row yet. */
  readonly marginMs: number
  /** Between two looks for what processes of a release without notes have left. */
  readonly sweepMs: number
}

export const NOTE_TIMES: NoteTimes = { noteMs: 30_000, marginMs: 60_000, sweepMs: 60_000 }

/** A commit comes to an end, and is seen by all, within so many milliseconds after it looked at the clock; hardly ever later. */
const GRACE_MS = 2_000

/** Of so many organizations at most is it known that they are noted. */
const KNOWN = 10_000

/** The clock of the database, in milliseconds since 1970. */
export const NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * The note of no organization: until then, processes of the release before may be at work, which write none. What they
 * leave is looked for among all rows, once a minute.
 */
const WITHOUT_NOTES = ''

/** Notes all organizations in which messages wait now: after an upgrade, a restore, and what others have left. */
export const NOTE_ALL = `
  INSERT INTO notes AS n (organization, until)
  SELECT organization, ${NOW} FROM rows WHERE name = '${OUTBOX}' GROUP BY organization ORDER BY organization
  ON CONFLICT (organization) DO UPDATE SET until = greatest(n.until, EXCLUDED.until)`

const WRITE_NOTES = `
  INSERT INTO notes AS n (organization, until)
  SELECT organization, ${NOW} + $2 FROM unnest($1::text[]) AS asked (organization) ORDER BY organization
  ON CONFLICT (organization) DO UPDATE SET until = greatest(n.until, EXCLUDED.until)
  RETURNING organization, until::text`

export interface Notes {
  /** Notes for whom a commit leaves messages. @returns until when it may be made; undefined when it leaves none */
  writeFor(commit: Commit): Promise<number | undefined>
  /** Renews those of the organizations that this process noted lately. */
  renew(organizations: readonly string[]): Promise<void>
  /** The same as `writeFor`, and asks nobody. @throws NotNoted */
  readFor(commit: Commit): number | undefined
  /** They are written anew the next time. */
  forget(commit: Commit): void
  list(): Promise<Note[]>
  /** Removes a note that is over, unless it is another one by now. */
  remove(note: Note): Promise<void>
}

/** A commit leaves messages in an organization that this process has not noted lately. */
export class NotNoted extends Abandoned {
  override readonly name = 'NotNoted'
  readonly commit: Commit

  constructor(commit: Commit) {
    super('messages without a note')
    this.commit = commit
  }
}

interface Known {
  readonly until: number
  /** By the clock of this process, from before it was written. */
  readonly at: number
}

interface NoteRow {
  readonly organization: string
  readonly until: string
  readonly now: string
}

const toNote = ({ organization, until, now }: NoteRow, marginMs: number): Note => ({
  organization,
  until: Number(until),
  isOpen: Number(now) < Number(until) + GRACE_MS,
  isOver: Number(now) > Number(until) + marginMs,
})

export function openNotes(pool: pg.Pool, { noteMs, marginMs, sweepMs }: NoteTimes): Notes {
  const known = new Map<string, Known>()
  let sweptAt = -Infinity

  const isYounger = (organization: string, age: number) => {
    const note = known.get(organization)
    return note !== undefined && performance.now() - note.at < age
  }

  async function write(organizations: readonly string[]): Promise<void> {
    if (organizations.length === 0) return
    const at = performance.now()
    const { rows } = await pool.query<Omit<NoteRow, 'now'>>(WRITE_NOTES, [organizations, noteMs])
    for (const { organization, until } of rows) {
      known.delete(organization)
      known.set(organization, { until: Number(until), at })
      if (known.size > KNOWN) known.delete(known.keys().next().value!)
    }
  }

  const older = (organizations: readonly string[]) =>
    organizations.filter((organization) => !isYounger(organization, noteMs / 3))

  function untilOf(organizations: readonly string[]): number | undefined {
    if (organizations.length === 0) return undefined
    return Math.min(...organizations.map((organization) => known.get(organization)?.until ?? 0))
  }

  /** Notes what processes left that write no notes; the last time when they have had their time. */
  async function sweep({ isOver }: Note): Promise<void> {
    if (performance.now() - sweptAt < sweepMs) return
    sweptAt = performance.now()
    await pool.query(NOTE_ALL)
    if (isOver) await pool.query('DELETE FROM notes WHERE organization = $1', [WITHOUT_NOTES])
  }

  async function read(): Promise<Note[]> {
    const { rows } = await pool.query<NoteRow>(
      `SELECT organization, until::text, ${NOW}::text AS now FROM notes ORDER BY organization`,
    )
    return rows.map((row) => toNote(row, marginMs))
  }

  return {
    async writeFor(commit) {
      const organizations = organizationsOf(commit)
      await write(older(organizations))
      return untilOf(organizations)
    },
    async renew(organizations) {
      await write(older(organizations.filter((organization) => known.has(organization))))
    },
    readFor(commit) {
      const organizations = organizationsOf(commit)
      // They were renewed before this process waited for its turn.
      if (!organizations.every((organization) => isYounger(organization, (2 * noteMs) / 3)))
        throw new NotNoted(commit)
      return untilOf(organizations)
    },
    forget(commit) {
      for (const organization of organizationsOf(commit)) known.delete(organization)
    },
    async list() {
      const all = await read()
      const without = all.find(({ organization }) => organization === WITHOUT_NOTES)
      if (without) await sweep(without)
      return all.filter((note) => note !== without)
    },
    async remove({ organization, until }) {
      await pool.query('DELETE FROM notes WHERE organization = $1 AND until = $2', [organization, until])
    },
  }
}

const leavesMessage = ({ table, value }: Write) => table === OUTBOX && value !== undefined

/** In which organizations a commit leaves messages. */
const organizationsOf = ({ writes }: Commit): string[] => [
  ...new Set(writes.filter(leavesMessage).map(({ organization }) => organization)),
]
