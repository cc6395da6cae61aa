/** The text format of a snapshot. Loaded with the first snapshot, because most hosts in a page take none. */
import type { StoreContents } from '@keywright/engine'
import { HostError } from '@keywright/host'
import { type DevState, parseDevState } from './devState.ts'

export interface Snapshot extends StoreContents {
  readonly format: typeof FORMAT
  /** With the root secret: without it the keys inside cannot be opened. */
  readonly state: DevState
}

const FORMAT = 'keywright-snapshot-1'

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
    throw new HostError('SNAPSHOT_MALFORMED', 'this is not a snapshot of a development server', hint, error)
  }
}
