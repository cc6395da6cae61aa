/** Snapshots in the state folder, one file per snapshot. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SnapshotHome } from '@keywright/devhost'

const FOLDER = 'snapshots'
const ENDING = '.json'

export function openSnapshotFolder(stateFolder: string): SnapshotHome {
  const folder = join(stateFolder, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (name: string) => join(folder, `${name}${ENDING}`)
  return {
    list: async () =>
      readdirSync(folder)
        .filter((file) => file.endsWith(ENDING))
        .sort()
        .map((file) => {
          const { size, mtimeMs } = statSync(join(folder, file))
          return { name: file.slice(0, -ENDING.length), bytes: size, createdAt: Math.floor(mtimeMs) }
        }),
    async write(name, text) {
      const file = fileOf(name)
      writeFileSync(`${file}.draft`, text, { mode: 0o600 })
      renameSync(`${file}.draft`, file)
    },
    read: async (name) => unlessMissing(() => readFileSync(fileOf(name), 'utf8')),
    async remove(name) {
      const file = fileOf(name)
      const isThere = existsSync(file)
      rmSync(file, { force: true })
      return isThere
    },
  }
}

function unlessMissing<T>(task: () => T): T | undefined {
  try {
    return task()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
