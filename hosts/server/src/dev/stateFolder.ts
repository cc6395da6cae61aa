/** The state folder of the development server. Files are replaced atomically. */
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
import { jsonOf } from '@keywright/host'
import { ServerError } from '../serverError.ts'
import { openRequestFile, REQUEST_FILE } from './requestFile.ts'
import { openSnapshotFolder } from './snapshotFolder.ts'

export const DATABASE_FILE = 'keywright.db'
/** Start of the names of files with the body of an import. */
export const IMPORT = 'import-'
/** The development server's own secrets and credentials, mode 0600. */
const STATE_FILE = 'development.json'

/**
 * @param folder created by `makeStateFolder`, and locked
 * @param fresh deletes the state but keeps snapshots
 */
export function openStateFolder(folder: string, fresh: boolean): Homes {
  if (fresh) forget(folder)
  // Bodies of imports that a killed server left.
  for (const name of readdirSync(folder)) if (name.startsWith(IMPORT)) rmSync(join(folder, name))
  return {
    state: openStateFile(folder),
    snapshots: openSnapshotFolder(folder),
    requests: openRequestFile(join(folder, REQUEST_FILE), MAX_REQUESTS),
  }
}

/**
 * Creates the folder if it is missing, with access only for this user, and excludes it from version control.
 * @returns a function that removes the created folders, in case the server does not start
 * @throws ServerError `STATE_MALFORMED`
 */
export function makeStateFolder(folder: string): () => void {
  try {
    const made = makeFolder(folder)
    const undo = () => removeFolders(made)
    accessSync(folder, constants.W_OK)
    // A folder with other files, such as a project, keeps its mode and is not ignored.
    if (made.length === 0 && !existsSync(join(folder, STATE_FILE)) && readdirSync(folder).length > 0)
      return undo
    chmodSync(folder, 0o700)
    writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 })
    return undo
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** The error of a start, with a hint if the folder or a file in it can't be used. */
export function orUnusable(folder: string, error: unknown): unknown {
  const code = codeOf(error)
  return isFull(code) || isReadOnly(code) || isDenied(code) ? unusable(folder, error) : error
}

function unusable(folder: string, error: unknown): ServerError {
  const code = codeOf(error)
  const hint = isFull(code)
    ? 'Free some space, or choose another folder with --state.'
    : 'Choose a folder that this user can write to with --state.'
  const message = `${folder} cannot be used as the state folder: ${reasonOf(code)}`
  return new ServerError('STATE_MALFORMED', message, hint, error)
}

const codeOf = (error: unknown): string => String(Object(error).code ?? '')
const isFull = (code: string): boolean => /^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code)
const isReadOnly = (code: string): boolean => /^(EROFS$|SQLITE_READONLY)/.test(code)
const isDenied = (code: string): boolean => /^(EACCES|EPERM)$/.test(code)

/**
 * Creates folders one by one, because Node's recursive `mkdir` loops forever below folders such as /proc.
 * @returns the created folders, outermost first
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

/** Removes the innermost folder with its contents, and the others if they are empty. */
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

function reasonOf(code: string): string {
  if (isFull(code)) return `the disk is full (${code})`
  if (isReadOnly(code)) return `the file system is read-only (${code})`
  if (isDenied(code)) return `permission denied (${code})`
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: 'a file is in the way',
    ENOTDIR: 'a file is in the way',
    ENOENT: 'the folder cannot be created (ENOENT)',
  }
  return reasons[code] ?? (code || 'unknown reason')
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
      // Of another file null: the caller reports the error.
      return jsonOf(text) ?? null
    },
    // A crash leaves either the old or the new file.
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
    const hint = 'Pass the folder of a development server with --state.'
    throw new ServerError('STATE_MALFORMED', `${path} cannot be read`, hint, error)
  }
}
