/** The whole state under a name: kept, exported, imported, come back to. */
import type { StoreContents } from '@keywright/engine'
import { type DevState, parseDevState } from './devState.ts'
import { HostError } from './host/hostError.ts'
import { missing } from './input.ts'
import type { SnapshotEntry, SnapshotHome } from './ports.ts'

export interface Snapshot extends StoreContents {
  readonly format: typeof FORMAT
  /** With the root secret: without it the keys inside cannot be opened. */
  readonly state: DevState
}

export interface Snapshots {
  list(): Promise<SnapshotEntry[]>
  /** @throws HostError `SNAPSHOT_NAME_MALFORMED` */
  write(name: string, text: string): Promise<void>
  /** @throws ApiError `HOST_RESOURCE_NOT_FOUND`, HostError `SNAPSHOT_NAME_MALFORMED` */
  read(name: string): Promise<string>
  /** @throws ApiError `HOST_RESOURCE_NOT_FOUND`, HostError `SNAPSHOT_NAME_MALFORMED` */
  remove(name: string): Promise<void>
}

const FORMAT = 'keywright-snapshot-1'
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i

export function openSnapshots(home: SnapshotHome): Snapshots {
  return {
    list: () => home.list(),
    async write(name, text) {
      assertName(name)
      await home.write(name, text)
    },
    async read(name) {
      assertName(name)
      const text = await home.read(name)
      if (text === undefined) throw notFound(name)
      return text
    },
    async remove(name) {
      assertName(name)
      if (!(await home.remove(name))) throw notFound(name)
    },
  }
}

function assertName(name: string): void {
  if (NAME.test(name)) return
  const hint = 'Use up to 64 letters, digits, `-` and `_`.'
  throw new HostError('SNAPSHOT_NAME_MALFORMED', 'this is no name for a snapshot', hint)
}

const notFound = (name: string) =>
  missing(`snapshot \`${name}\`. List the snapshots with \`keywright snapshot list\` or GET /dev/snapshots.`)

/** The text of a snapshot. */
export function toSnapshotText(state: DevState, contents: StoreContents): string {
  return JSON.stringify({ format: FORMAT, state, ...contents } satisfies Snapshot)
}

/** @throws HostError `SNAPSHOT_MALFORMED` */
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
    throw new HostError('SNAPSHOT_MALFORMED', 'this is no snapshot of a development server', hint, error)
  }
}
