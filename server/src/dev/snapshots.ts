/** The whole state under a name: kept in the state folder, exported, imported, come back to. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServerError } from '../serverError.ts'
import type { StoreContents } from '../store/wholeStore.ts'
import { type DevState, parseDevState } from './stateFile.ts'

export interface Snapshot extends StoreContents {
  readonly format: typeof FORMAT
  /** With the root secret: without it the keys inside cannot be opened. */
  readonly state: DevState
}

export interface SnapshotEntry {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970, by the machine's clock. */
  readonly createdAt: number
}

export interface Snapshots {
  list(): SnapshotEntry[]
  /** @throws ServerError `SNAPSHOT_NAME_MALFORMED` */
  write(name: string, text: string): void
  /** @throws ServerError `SNAPSHOT_NOT_FOUND`, `SNAPSHOT_NAME_MALFORMED` */
  read(name: string): string
  /** @throws ServerError `SNAPSHOT_NOT_FOUND`, `SNAPSHOT_NAME_MALFORMED` */
  remove(name: string): void
}

const FORMAT = 'keywright-snapshot-1'
const FOLDER = 'snapshots'
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i

export function openSnapshots(stateFolder: string): Snapshots {
  const folder = join(stateFolder, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (name: string) => {
    if (!NAME.test(name)) {
      const hint = 'Use up to 64 letters, digits, `-` and `_`.'
      throw new ServerError('SNAPSHOT_NAME_MALFORMED', 'this is no name for a snapshot', hint)
    }
    return join(folder, `${name}.json`)
  }
  const telling = <T>(name: string, task: (file: string) => T): T => {
    const file = fileOf(name)
    try {
      return task(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      const hint = 'List the snapshots with `keywright snapshot list` or GET /dev/snapshots.'
      throw new ServerError('SNAPSHOT_NOT_FOUND', `there is no snapshot \`${name}\``, hint)
    }
  }
  return {
    list: () =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => {
          const { size, mtimeMs } = statSync(join(folder, file))
          return { name: file.slice(0, -'.json'.length), bytes: size, createdAt: Math.floor(mtimeMs) }
        }),
    write(name, text) {
      const file = fileOf(name)
      writeFileSync(`${file}.draft`, text, { mode: 0o600 })
      renameSync(`${file}.draft`, file)
    },
    read: (name) => telling(name, (file) => readFileSync(file, 'utf8')),
    remove: (name) => telling(name, (file) => rmSync(file)),
  }
}

/** The text of a snapshot. */
export function toSnapshotText(state: DevState, contents: StoreContents): string {
  return JSON.stringify({ format: FORMAT, state, ...contents } satisfies Snapshot)
}

/** @throws ServerError `SNAPSHOT_MALFORMED` */
export function parseSnapshot(text: string): Snapshot {
  try {
    const snapshot = JSON.parse(text) as Snapshot
    if (snapshot.format !== FORMAT) throw new Error('its format is not known')
    parseDevState(snapshot.state)
    const areSound =
      snapshot.organizations.every(
        ([id, version]) => typeof id === 'string' && Number.isSafeInteger(version),
      ) && snapshot.rows.every((row) => row.length === 4 && row.every((part) => typeof part === 'string'))
    if (!areSound) throw new Error('its rows are not complete')
    for (const [, , , value] of snapshot.rows) JSON.parse(value)
    return snapshot
  } catch (error) {
    const hint = 'Import what `keywright snapshot export` or GET /dev/export gave, unchanged.'
    throw new ServerError('SNAPSHOT_MALFORMED', 'this is no snapshot of a development server', hint, error)
  }
}
