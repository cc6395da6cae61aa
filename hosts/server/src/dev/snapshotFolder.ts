/** Snapshots in the state folder, one file per snapshot. */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SnapshotHome, TextPieces } from '@keywright/devhost'

const FOLDER = 'snapshots'
const ENDING = '.json'

export function openSnapshotFolder(stateFolder: string): SnapshotHome {
  const folder = join(stateFolder, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let last: Promise<unknown> = Promise.resolve()
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
    write(name, pieces) {
      // One after another, because two snapshots of the same name share the draft.
      const writing = last.then(() => writeFile(fileOf(name), pieces))
      last = writing.catch(() => undefined)
      return writing
    },
    async read(name) {
      const file = fileOf(name)
      return existsSync(file) ? piecesOf(file) : undefined
    },
    async remove(name) {
      const file = fileOf(name)
      const isThere = existsSync(file)
      rmSync(file, { force: true })
      return isThere
    },
  }
}

async function writeFile(file: string, pieces: TextPieces): Promise<number> {
  const draft = `${file}.draft`
  try {
    await pipeline(pieces, createWriteStream(draft, { mode: 0o600 }))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  renameSync(draft, file)
  return statSync(file).size
}

async function* piecesOf(file: string): AsyncGenerator<string> {
  yield* createReadStream(file, { encoding: 'utf8' })
}
