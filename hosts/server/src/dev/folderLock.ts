/**
 * Ensures one process per state folder. The lock is an SQLite lock on a separate file, which the operating system
 * releases however the process ends. A second file names the holder, for error messages and the command line.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { ServerError } from '../serverError.ts'

const LOCK_FILE = 'lock.db'
/** Contains process ID and URL of the current or last server of the folder. */
const HOLDER_FILE = 'server.json'

export interface Holder {
  readonly pid: number
  /** Base URL; absent until the server listens. */
  readonly url?: string
}

export interface FolderLock {
  /** Records the URL of the holder. */
  announce(url: string): void
  release(): void
}

/** @throws ServerError `STATE_IN_USE` that names the process */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, LOCK_FILE)
  // Created first, so that only the owner can access it.
  writeFileSync(path, '', { mode: 0o600, flag: 'a' })
  const database = new Database(path)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw inUse(folder, error)
    throw error
  }
  const say = (holder: Holder) =>
    writeFileSync(join(folder, HOLDER_FILE), `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  say({ pid: process.pid })
  return {
    announce: (url) => say({ pid: process.pid, url }),
    release: () => database.close(),
  }
}

function inUse(folder: string, cause: unknown): ServerError {
  const { pid, url } = readHolder(folder) ?? {}
  const who = `${pid === undefined ? 'another process' : `process ${pid}`}${url === undefined ? '' : ` at ${url}`}`
  return new ServerError(
    'STATE_IN_USE',
    `${folder} is in use by a development server: ${who}`,
    'Stop the other server first, or choose another folder with --state.',
    cause,
  )
}

function readHolder(folder: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8')) as Holder
  } catch {
    return undefined
  }
}
