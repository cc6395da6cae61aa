/** The state folder of the development server: who holds which file, and that each is replaced at once. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Homes, MAX_REQUESTS, parseDevState, rootSecretOf, type ValueHome } from '@keywright/devhost'
import { ServerError } from '../serverError.ts'
import { openRequestFile, REQUEST_FILE } from './requestFile.ts'
import { openSnapshotFolder } from './snapshotFolder.ts'

export const DATABASE_FILE = 'keywright.db'
/** The development server's own secrets and credentials, mode 0600. */
const STATE_FILE = 'development.json'

/**
 * @param folder made by `makeStateFolder`, and locked
 * @param fresh forgets what the folder holds, but for its snapshots: they were made to be come back to
 */
export function openStateFolder(folder: string, fresh: boolean): Homes {
  if (fresh) forget(folder)
  return {
    state: openStateFile(folder),
    snapshots: openSnapshotFolder(folder),
    requests: openRequestFile(join(folder, REQUEST_FILE), MAX_REQUESTS),
  }
}

/**
 * Makes the folder where it is missing, for this user only, and keeps it out of version control.
 * @returns takes away what was made, for a server that does not start after all
 * @throws ServerError `STATE_MALFORMED`
 */
export function makeStateFolder(folder: string): () => void {
  try {
    const made = makeFolder(folder)
    const undo = () => removeFolders(made)
    accessSync(folder, constants.W_OK)
    // A folder that holds other things as well, such as a project, keeps its mode and is not ignored.
    if (made.length === 0 && !existsSync(join(folder, STATE_FILE)) && readdirSync(folder).length > 0)
      return undo
    chmodSync(folder, 0o700)
    writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 })
    return undo
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const hint = 'Name a folder that this user may write to with --state.'
    throw new ServerError(
      'STATE_MALFORMED',
      `${folder} cannot hold the state: ${reasonOf(code)}`,
      hint,
      error,
    )
  }
}

/**
 * One folder after the other, because Node's recursive `mkdir` never ends where the system says that a folder is missing
 * which nobody can make, such as below /proc.
 * @returns those that were missing, from the outermost
 */
function makeFolder(folder: string): readonly string[] {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return []
    throw Object.assign(new Error('a file'), { code: 'ENOTDIR' })
  }
  const parent = dirname(folder)
  const above = parent === folder ? [] : makeFolder(parent)
  mkdirSync(folder, { mode: 0o700 })
  return [...above, folder]
}

/** The innermost with what is in it, the others where nothing else came into them. */
function removeFolders(made: readonly string[]): void {
  const [innermost, ...others] = made.toReversed()
  if (innermost === undefined) return
  rmSync(innermost, { recursive: true, force: true })
  for (const folder of others) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
  }
}

const reasonOf = (code: string | undefined): string =>
  ({
    EEXIST: 'a file is in its way',
    ENOTDIR: 'a file is in its way',
    EACCES: 'permission denied (EACCES)',
    EROFS: 'the file system is read-only (EROFS)',
    ENOENT: 'no folder can be made there (ENOENT)',
  })[code ?? ''] ??
  code ??
  'no reason given'

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

/** The root secret in the folder. @throws ServerError `STATE_MALFORMED` */
export function readRootSecret(folder: string): Uint8Array {
  const path = join(folder, STATE_FILE)
  try {
    return rootSecretOf(parseDevState(JSON.parse(readFileSync(path, 'utf8'))))
  } catch (error) {
    const hint = 'Name the folder of a development server with --state.'
    throw new ServerError('STATE_MALFORMED', `${path} cannot be read`, hint, error)
  }
}
