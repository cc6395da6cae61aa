/** Creates files that only their owner can access. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { toHex } from '@keywright/keys'
import { ServerError, type ServerErrorCode } from '../serverError.ts'

/**
 * Opens a new file of mode 0600 for writing.
 * @param what name in messages, such as `key file`
 * @throws ServerError with the code if the file exists or the folder is not writable
 */
export function createFile(path: string, what: string, code: ServerErrorCode): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const message = `the ${what} ${path} ${isThere ? 'already exists' : 'cannot be written'}`
    const hint = isThere
      ? 'Files are never overwritten: choose another name, or move the existing file.'
      : 'Choose a folder that this user can write to.'
    throw new ServerError(code, message, hint, error)
  }
}

/**
 * Runs steps that write to a file.
 * @param what name in messages, such as `backup`
 * @throws what the steps throw, as ServerError with the code
 */
export const onDisk =
  (what: string, file: string, code: ServerErrorCode) =>
  <T>(step: () => T): T => {
    try {
      return step()
    } catch (error) {
      const hint = 'Choose a file that this user can write to, on a disk with free space.'
      const message = `the ${what} ${file} cannot be written: ${(error as Error).message}`
      throw new ServerError(code, message, hint, error)
    }
  }

/** Writes a root secret to a new key file. @throws ServerError `KEY_FILE_NOT_WRITTEN` */
export function writeKeyFile(path: string, rootSecret: Uint8Array): void {
  const file = createFile(path, 'key file', 'KEY_FILE_NOT_WRITTEN')
  writeSync(file, `${toHex(rootSecret)}\n`)
  fsyncSync(file)
  closeSync(file)
}
