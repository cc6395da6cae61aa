/** The text format of a snapshot. Loaded with the first snapshot, because most hosts in a page take none. */
import type { StoreContents } from '@keywright/engine'
import { HostError } from '@keywright/host'
import { type DevState, parseDevState } from './devState.ts'

export interface Snapshot extends StoreContents {
  readonly format: typeof FORMAT
  /** Includes the root secret, without which the keys cannot be decrypted. */
  readonly state: DevState
}

const FORMAT = 'keywright-snapshot-1'

/** Writes a snapshot as text. */
export function toSnapshotText(state: DevState, contents: StoreContents): string {
  return JSON.stringify({ format: FORMAT, state, ...contents } satisfies Snapshot)
}

/** @throws HostError `SNAPSHOT_MALFORMED` */
export function parseSnapshot(text: string): Snapshot {
  try {
    const snapshot = JSON.parse(text) as Snapshot
    if (snapshot.format !== FORMAT) throw new Error('unknown format')
    parseDevState(snapshot.state)
    const areSound =
      snapshot.organizations.every(
        ([id, version]) => typeof id === 'string' && Number.isSafeInteger(version),
      ) && snapshot.rows.every((row) => row.length === 4 && row.every((part) => typeof part === 'string'))
    if (!areSound) throw new Error('incomplete rows')
    for (const [, , , value] of snapshot.rows) JSON.parse(value)
    return snapshot
  } catch (error) {
    const hint = 'Import an unchanged file from `keywright snapshot export` or GET /dev/export.'
    throw new HostError(
      'SNAPSHOT_MALFORMED',
      'the file is not a snapshot of a development server',
      hint,
      error,
    )
  }
}
