/** `backup` and `restore`: write the database of a deployment to a file, and read it back. */
import { closeSync, createReadStream, fsyncSync, rmSync, writeFileSync } from 'node:fs'
import { ServerError } from '../serverError.ts'
import { type BackupFacts, readBackup, writeBackup } from '../store/backup.ts'
import { databaseError } from '../store/databaseError.ts'
import { migrate } from '../store/postgres/migrations.ts'
import { createFile } from './newFile.ts'

export interface BackupOptions {
  readonly databaseUrl: string
  readonly file: string
}

/**
 * Writes the database to a new file of mode 0600 while servers keep running. Removes the file if the backup fails.
 * @throws ServerError `BACKUP_NOT_WRITTEN`, `DATABASE_NOT_INITIALIZED`, `DATABASE_UNREACHABLE` and similar
 */
export async function backupDatabase({ databaseUrl, file }: BackupOptions): Promise<BackupFacts> {
  const handle = createFile(file, 'backup', 'BACKUP_NOT_WRITTEN')
  const onDisk = <T>(step: () => T): T => {
    try {
      return step()
    } catch (error) {
      const hint = 'Choose a file on a disk with more space.'
      const reason = (error as Error).message
      throw new ServerError('BACKUP_NOT_WRITTEN', `the backup cannot be written: ${reason}`, hint, error)
    }
  }
  try {
    const facts = await readBackup(databaseUrl, new Date(), async (text) =>
      onDisk(() => writeFileSync(handle, text)),
    )
    onDisk(() => fsyncSync(handle))
    return facts
  } catch (error) {
    rmSync(file, { force: true })
    throw toServerError(error)
  } finally {
    closeSync(handle)
  }
}

/**
 * Restores a backup into a new database in one transaction.
 * @throws ServerError `BACKUP_MALFORMED`, `DATABASE_NOT_EMPTY`, `DATABASE_UNREACHABLE` and similar
 */
export async function restoreDatabase({ databaseUrl, file }: BackupOptions): Promise<BackupFacts> {
  try {
    return await writeBackup(databaseUrl, linesOf(file), () => migrate(databaseUrl))
  } catch (error) {
    if (error instanceof ServerError && error.code === 'BACKUP_MALFORMED') {
      const { code, message, hint } = error
      throw new ServerError(
        code,
        message.replace('the backup cannot', `the backup ${file} cannot`),
        hint,
        error,
      )
    }
    throw toServerError(error)
  }
}

/** Splits at line feeds only, because `readline` also splits at U+2028, which names may contain. @throws ServerError `BACKUP_MALFORMED` */
async function* linesOf(file: string): AsyncIterable<string> {
  let rest = ''
  try {
    for await (const piece of createReadStream(file, 'utf8')) {
      const lines = `${rest}${piece}`.split('\n')
      rest = lines.pop()!
      yield* lines
    }
  } catch (error) {
    const hint = 'Check the path, and that this user can read the file.'
    throw new ServerError('BACKUP_MALFORMED', `the backup ${file} cannot be read`, hint, error)
  }
  if (rest !== '') yield rest
}

const toServerError = (error: unknown): ServerError =>
  error instanceof ServerError ? error : databaseError(error, 'DATABASE_URL')
