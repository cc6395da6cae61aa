/** Values that are given as text, as `@file`, or as `-` for standard input. */
import { usageFailure } from './failure.ts'
import type { Host, WriteOptions } from './host.ts'

/** The bytes of a file. @throws Failure (usage) that says why it cannot be read */
export async function readBytes(host: Host, path: string): Promise<Uint8Array> {
  try {
    return await host.readFile(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** The text of a file, without a byte order mark. @throws Failure (usage) */
export async function readText(host: Host, path: string): Promise<string> {
  return decode(await readBytes(host, path), `file ${path}`)
}

/** `-` is standard input, `@path` a file, anything else the text itself. Bytes are kept as they are. */
export async function readValueBytes(host: Host, value: string): Promise<Uint8Array> {
  if (value === '-') return host.readInput()
  if (value.startsWith('@')) return readBytes(host, value.slice(1))
  return new TextEncoder().encode(value)
}

/** As `readValueBytes`, as text. @throws Failure (usage) when it is not UTF-8 */
export async function readValue(host: Host, value: string): Promise<string> {
  const what =
    value === '-' ? 'standard input' : value.startsWith('@') ? `file ${value.slice(1)}` : 'the text'
  return decode(await readValueBytes(host, value), what)
}

/** What a path is called in messages. */
export const nameOfInput = (path: string): string => (path === '-' ? 'standard input' : path)

/** Why a text is no JSON, for people: an empty one is a file, or an input, that somebody forgot to fill. */
export const whyNoJson = (text: string, error: unknown): string =>
  text.trim() === '' ? 'it is empty' : (error as Error).message

/** Writes a file that only its owner may read; never over another. @throws Failure (usage) */
export async function writeSecret(host: Host, path: string, text: string): Promise<void> {
  return write(host, path, text, { isSecret: true })
}

/** Writes a file, over the one that is there. @throws Failure (usage) */
export const writeText = (
  host: Host,
  path: string,
  text: string,
  options: { isPrivate?: boolean } = {},
): Promise<void> => write(host, path, text, options)

/**
 * Before what is to be written is made, or asked of a server that makes it once.
 * @throws Failure (usage) when a secret could not be written to the path
 */
export async function assertWritable(host: Host, path: string): Promise<void> {
  const reason = await host.whyNotWritable(path)
  if (reason !== undefined) throw unwritable(path, { code: reason })
}

/** Makes a new folder that only its owner may enter. @throws Failure (usage) */
export async function makeFolder(host: Host, path: string): Promise<void> {
  try {
    await host.makeFolder(path)
  } catch (error) {
    throw noNewFolder(path, error)
  }
}

/** Before what goes into it is made. @throws Failure (usage) when no folder can be made there */
export async function assertFolderIsNew(host: Host, path: string): Promise<void> {
  const code = await host.whyNotWritable(path)
  if (code !== undefined) throw noNewFolder(path, { code })
}

function noNewFolder(path: string, error: unknown) {
  const code = codeOf(error) ?? ''
  const reason = code === 'ENOENT' ? 'the folder above it does not exist' : reasonOf(error)
  const hint =
    code === 'EEXIST' ? 'shares are never put beside others; name a folder that is not there' : undefined
  return usageFailure(`cannot make the folder ${path}: ${reason}`, hint)
}

async function write(host: Host, path: string, text: string, options: WriteOptions): Promise<void> {
  try {
    await host.writeFile(path, text, options)
  } catch (error) {
    throw unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown) {
  const code = codeOf(error) ?? ''
  const reason = code === 'ENOENT' ? 'its folder does not exist' : reasonOf(error)
  const hints: Record<string, string> = {
    EEXIST: 'a file with a secret is never written over; name another, or remove it first',
    ENOENT: 'make the folder first, or name a file in one that exists',
    EACCES: 'name a file in a folder that this user may write to',
  }
  return usageFailure(`cannot write ${path}: ${reason}`, hints[code])
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw usageFailure(
      `${what} is not UTF-8 text`,
      'text is read here; bytes are written as hexadecimal digits',
    )
  }
}

function unreadable(path: string, error: unknown) {
  const hints: Record<string, string> = {
    ENOENT: 'paths are counted from the folder that you are in',
    EISDIR: 'name a file in it',
    EACCES: 'this user may not read it: see its owner and mode',
  }
  return usageFailure(`cannot read ${path}: ${reasonOf(error)}`, hints[codeOf(error) ?? ''])
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code

function reasonOf(error: unknown): string {
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    EEXIST: 'it exists already',
    ENOTDIR: 'a file is in the way',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  }
  return (
    reasons[codeOf(error) ?? ''] ??
    (error instanceof Error ? error.message : (codeOf(error) ?? String(error)))
  )
}
