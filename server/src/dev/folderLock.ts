/**
 * One process for each state folder. The lock is one of SQLite on a file of its own, so that the operating system lets go
 * of it however the process ends; a file beside it says who holds it, for whoever is refused and for the command line.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { ServerError } from '../serverError.ts'

const LOCK_FILE = 'lock.db'
/** Where the server of this folder listens, or listened last. */
const HOLDER_FILE = 'server.json'

export interface Holder {
  readonly pid: number
  /** Base URL; absent until it listens. */
  readonly url?: string
}

export interface FolderLock {
  /** Says where the holder listens. */
  announce(url: string): void
  release(): void
}

/** @throws ServerError `STATE_IN_USE` that names the process */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, LOCK_FILE)
  // Made first, so that it is the owner's alone.
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
    'Stop that one first, or give this one a folder of its own with --state.',
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
