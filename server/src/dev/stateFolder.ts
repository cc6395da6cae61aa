/** The state folder of the development server: who holds which file, and that each is replaced at once. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Homes, MAX_REQUESTS, type ValueHome } from '@keywright/devhost'
import { ServerError } from '../serverError.ts'
import { openRequestFile, REQUEST_FILE } from './requestFile.ts'
import { openSnapshotFolder } from './snapshotFolder.ts'

export const DATABASE_FILE = 'keywright.db'
/** The development server's own secrets and credentials, mode 0600. */
const STATE_FILE = 'development.json'

/**
 * @param fresh forgets what the folder holds, but for its snapshots: they were made to be come back to
 * @throws ServerError `STATE_MALFORMED` when it cannot be written to
 */
export function openStateFolder(folder: string, fresh: boolean): Homes {
  makeFolder(folder)
  if (fresh) forget(folder)
  return {
    state: openStateFile(folder),
    snapshots: openSnapshotFolder(folder),
    requests: openRequestFile(join(folder, REQUEST_FILE), MAX_REQUESTS),
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in its way' : (code ?? 'no reason given')
    const hint = 'Name a folder that this user may write to with --state.'
    throw new ServerError('STATE_MALFORMED', `${folder} cannot hold the state: ${reason}`, hint, error)
  }
}

function openStateFile(folder: string): ValueHome {
  const path = join(folder, STATE_FILE)
  return {
    place: folder,
    async read() {
      let text: string
      try {
        text = readFileSync(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
      try {
        return JSON.parse(text)
      } catch {
        // No state of ours: whoever asked says so.
        return null
      }
    },
    // A crash leaves the old one or the new one.
    async write(value) {
      const draft = join(folder, `${STATE_FILE}.${process.pid}.draft`)
      const file = openSync(draft, 'w', 0o600)
      writeSync(file, `${JSON.stringify(value, null, 2)}\n`)
      fsyncSync(file)
      closeSync(file)
      renameSync(draft, path)
    },
  }
}

function forget(folder: string): void {
  const files = [STATE_FILE, DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, REQUEST_FILE]
  for (const name of files) rmSync(join(folder, name), { force: true })
}
