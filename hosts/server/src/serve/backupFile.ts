/** `backup` and `restore`: write the database of a deployment to a compressed file, and read it back. */
import { closeSync, createReadStream, fsyncSync, rmSync, writeFileSync } from 'node:fs'
import { pipeline as pipe } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { isKeysError } from '@keywright/keys'
import { ServerError, unreadable } from '../serverError.ts'
import { splitLines } from '../splitLines.ts'
import {
  type BackupFacts,
  malformed,
  type OpenKey,
  readBackup,
  WHAT_IT_IS,
  writeBackup,
} from '../store/backup.ts'
import { databaseError, notInitialized } from '../store/databaseError.ts'
import { withClient } from '../store/postgres/connections.ts'
import { migrate } from '../store/postgres/migrations.ts'
import { createFile, onDisk } from './newFile.ts'
import { rootSecretFrom, type SecretSource } from './reshare.ts'
import { deploymentKeyOf, type RootCheck } from './rootSecret.ts'

export interface BackupOptions {
  readonly databaseUrl: string
  readonly file: string
  /** The root secret at the time of the backup. Adds a MAC to the backup, or checks it. Default: no MAC. */
  readonly secret?: SecretSource | undefined
  /** Version of the command, for messages of other releases. Default: none. */
  readonly release?: string
}

/** The fastest level, so that a backup takes as little processor time as possible. */
const COMPRESSION = { level: 1, chunkSize: 65_536 }

/**
 * Writes the database to a new file of mode 0600 while servers keep running. Removes the file if the backup fails.
 * @throws KeysError for shares that don't match; ServerError `BACKUP_NOT_WRITTEN`, `DATABASE_NOT_INITIALIZED`, `ROOT_SECRET_MISMATCH`, `DATABASE_UNREACHABLE` and similar
 */
export async function backupDatabase({
  databaseUrl,
  file,
  secret,
  release,
}: BackupOptions): Promise<BackupFacts> {
  const handle = createFile(file, 'backup', 'BACKUP_NOT_WRITTEN')
  const writing = onDisk('backup', file, 'BACKUP_NOT_WRITTEN')
  try {
    let facts: BackupFacts | undefined
    await withClient(databaseUrl, (client) =>
      pipeline(
        async function* () {
          facts = yield* readBackup(client, new Date(), { openKey: keyFrom(secret), release })
        },
        createGzip(COMPRESSION),
        async (compressed: AsyncIterable<Uint8Array>) => {
          for await (const chunk of compressed) writing(() => writeFileSync(handle, chunk))
        },
      ),
    )
    writing(() => fsyncSync(handle))
    return facts!
  } catch (error) {
    rmSync(file, { force: true })
    throw toKnownError(error)
  } finally {
    closeSync(handle)
  }
}

const keyFrom = (secret: SecretSource | undefined): OpenKey | undefined =>
  secret &&
  (async (check) => {
    if (check === undefined) throw notInitialized()
    const known = JSON.parse(check) as RootCheck
    return deploymentKeyOf(await rootSecretFrom(secret, known), known)
  })

/**
 * Restores a backup into a new database in one transaction.
 * @throws KeysError for shares that don't match; ServerError `BACKUP_MALFORMED`, `ROOT_SECRET_MISMATCH`, `DATABASE_NOT_EMPTY`, `DATABASE_UNREACHABLE` and similar
 */
export async function restoreDatabase({ databaseUrl, file, secret }: BackupOptions): Promise<BackupFacts> {
  try {
    return await writeBackup(databaseUrl, linesOf(file), () => migrate(databaseUrl), keyFrom(secret))
  } catch (error) {
    if (!(error instanceof ServerError)) throw toKnownError(error)
    const { code, message, hint } = error
    if (code === 'BACKUP_MALFORMED') {
      const named = message.replace('the backup cannot', () => `the backup ${file} cannot`)
      throw new ServerError(code, named, hint, error)
    }
    if (code === 'ROOT_SECRET_MISMATCH') {
      const mismatch = `the root secret does not belong to the backup ${file}`
      throw new ServerError(code, mismatch, 'Use the shares or the key file from when it was written.', error)
    }
    throw error
  }
}

/** @throws ServerError `BACKUP_MALFORMED` */
async function* linesOf(file: string): AsyncIterable<string> {
  try {
    const text = pipe(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8')
    const rest = yield* splitLines(text)
    if (rest !== '') yield rest
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (message === 'incorrect header check') throw malformed('the header is missing', WHAT_IT_IS, error)
    if (code === 'Z_BUF_ERROR') throw malformed('the file is truncated', undefined, error)
    if (code.startsWith('Z_')) throw malformed('the file is damaged', undefined, error)
    throw unreadable('backup', file, 'BACKUP_MALFORMED', error)
  }
}

const toKnownError = (error: unknown): Error =>
  error instanceof ServerError || isKeysError(error) ? error : databaseError(error)
