/** Saves and restores the whole state under a name. */
import { HostError } from '@keywright/host'
import { missing } from './input.ts'
import type { SnapshotEntry, SnapshotHome } from './ports.ts'
import type { TextPieces } from './textPieces.ts'

export interface Snapshots {
  list(): Promise<SnapshotEntry[]>
  /** @returns the length in bytes @throws HostError `SNAPSHOT_NAME_MALFORMED` */
  write(name: string, pieces: TextPieces): Promise<number>
  /** @throws ApiError `HOST_RESOURCE_NOT_FOUND`, HostError `SNAPSHOT_NAME_MALFORMED` */
  read(name: string): Promise<TextPieces>
  /** @throws ApiError `HOST_RESOURCE_NOT_FOUND`, HostError `SNAPSHOT_NAME_MALFORMED` */
  remove(name: string): Promise<void>
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i

export function openSnapshots(home: SnapshotHome): Snapshots {
  return {
    list: () => home.list(),
    async write(name, pieces) {
      assertName(name)
      return home.write(name, pieces)
    },
    async read(name) {
      assertName(name)
      const pieces = await home.read(name)
      if (pieces === undefined) throw notFound(name)
      return pieces
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
  throw new HostError('SNAPSHOT_NAME_MALFORMED', 'invalid snapshot name', hint)
}

const notFound = (name: string) =>
  missing(`snapshot \`${name}\`. List the snapshots with GET /dev/snapshots.`)
