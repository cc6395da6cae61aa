/** Unix sockets for operators: the system lets only the user of the server, and root, connect. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ServerError } from '../serverError.ts'

/** What systems allow, with the end of the text (`man 7 unix`; macOS allows the fewest). */
const MOST_PATH_BYTES = 103

/**
 * Where a server listens for operators by default, and where their commands look: in a folder that only this user may enter.
 * @param name of the server: its public port
 * @returns undefined on Windows, which has no such sockets
 * @throws ServerError `SOCKET_UNUSABLE` if other users may enter the folder, because they could receive shares
 */
export function defaultOperatorSocket(name: number | string): string | undefined {
  const user = process.getuid?.()
  if (user === undefined) return undefined
  const folder = join(tmpdir(), `keywright-${user}`)
  makeFolder(folder)
  const found = lstatSync(folder)
  if (found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0)
    return join(folder, `operator-${name}.sock`)
  throw unusable(folder, 'another user may enter its folder')
}

/**
 * Binds a server to a path with mode 0600, in place of a socket whose server has ended.
 * @returns removes the socket
 * @throws ServerError `SOCKET_TAKEN`, `SOCKET_UNUSABLE`
 */
export async function bindSocket(server: Server, given: string): Promise<() => void> {
  const path = resolve(given)
  if (await isAnswering(path)) {
    const hint = 'Stop the other server, or choose another path with --operator-socket.'
    throw new ServerError('SOCKET_TAKEN', `another process listens on ${path}`, hint)
  }
  let hidden: string | undefined
  try {
    makeFolder(dirname(path))
    // Never reachable with another mode, whatever the umask and the folder.
    hidden = mkdtempSync(join(dirname(path), '.s-'))
    const first = join(hidden, 's')
    const bytes = Math.max(Buffer.byteLength(first), Buffer.byteLength(path))
    if (bytes > MOST_PATH_BYTES) throw new Error('its path is too long')
    await new Promise<void>((done, fail) => server.once('error', fail).listen(first, done))
    chmodSync(first, 0o600)
    renameSync(first, path)
  } catch (error) {
    server.close()
    const { code, message } = error as NodeJS.ErrnoException
    throw unusable(path, code ?? message, error)
  } finally {
    if (hidden !== undefined) rmSync(hidden, { recursive: true, force: true })
  }
  const { ino } = lstatSync(path)
  return () => {
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true })
  }
}

function unusable(path: string, reason: string, cause?: unknown): ServerError {
  const hint = 'Choose a path with --operator-socket in a folder that only this user can write to.'
  return new ServerError('SOCKET_UNUSABLE', `cannot use the socket ${path}: ${reason}`, hint, cause)
}

function makeFolder(path: string): void {
  mkdirSync(path, { mode: 0o700, recursive: true })
}

const isAnswering = (path: string) =>
  new Promise<boolean>((answer) => {
    const socket = connect(path)
    const end = (isConnected: boolean) => {
      socket.destroy()
      answer(isConnected)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
