/** Files that hold secrets or what is to be kept from others: new, and for their owner only. */
import { openSync } from 'node:fs'
import { ServerError, type ServerErrorCode } from '../serverError.ts'

/**
 * Opens a new file of mode 0600 to write to.
 * @param what names it in messages, such as `key file`
 * @throws ServerError with the code, when something has the name already or the folder cannot be written to
 */
export function createFile(path: string, what: string, code: ServerErrorCode): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const message = `the ${what} ${path} ${isThere ? 'exists already' : 'cannot be written'}`
    const hint = isThere
      ? 'Nothing is written over: name another file, or move that one away.'
      : 'Name a file in a folder that this user may write to.'
    throw new ServerError(code, message, hint, error)
  }
}
