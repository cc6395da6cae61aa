/** Saves and restores the whole state under a name. */
import { HostError } from '@keywright/host'
import { missing } from './input.ts'
import type { SnapshotEntry, SnapshotHome } from './ports.ts'

export interface Snapshots {
  list(): Promise<SnapshotEntry[]>
  /** @throws HostError `SNAPSHOT_NAME_MALFORMED` */
  write(name: string, text: string): Promise<void>
  /** @throws ApiError `HOST_RESOURCE_NOT_FOUND`, HostError `SNAPSHOT_NAME_MALFORMED` */
  read(name: string): Promise<string>
  /** @throws ApiError `HOST_RESOURCE_NOT_FOUND`, HostError `SNAPSHOT_NAME_MALFORMED` */
  remove(name: string): Promise<void>
}

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
  throw new HostError('SNAPSHOT_NAME_MALFORMED', 'invalid snapshot name', hint)
}

const notFound = (name: string) =>
  missing(`snapshot \`${name}\`. List the snapshots with \`keywright snapshot list\` or GET /dev/snapshots.`)
