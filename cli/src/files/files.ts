/** Reads values passed as text, `@file`, or `-` for standard input, and writes files. */

import type { Host, WriteOptions } from '../host/host.ts'
import { usageFailure } from '../output/failure.ts'

/** Reads the bytes of a file. @throws Failure (usage) with the reason if it cannot be read */
export async function readBytes(host: Host, path: string): Promise<Uint8Array> {
  try {
    return await host.readFile(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Reads the text of a file, without a byte order mark. @throws Failure (usage) */
export async function readText(host: Host, path: string): Promise<string> {
  return decode(await readBytes(host, path), `file ${path}`)
}

/** Reads a file that contains only one setting. @throws Failure (usage), also for an empty file */
export async function readOnly(host: Host, path: string, what: string): Promise<string> {
  const text = (await readText(host, path)).trim()
  if (text !== '') return text
  throw usageFailure(`${path} is empty`, `the file must contain only ${what}`)
}

/** Reads `-` from standard input, `@path` from a file, and anything else literally. Bytes are unchanged. */
export async function readValueBytes(host: Host, value: string): Promise<Uint8Array> {
  if (value === '-') return host.readInput()
  if (value.startsWith('@')) return readBytes(host, value.slice(1))
  return new TextEncoder().encode(value)
}

/** Like `readValueBytes`, decoded. @throws Failure (usage) for anything but UTF-8 */
export async function readValue(host: Host, value: string): Promise<string> {
  const what =
    value === '-' ? 'standard input' : value.startsWith('@') ? `file ${value.slice(1)}` : 'the text'
  return decode(await readValueBytes(host, value), what)
}

/** Name of a path in messages. */
export const nameOfInput = (path: string): string => (path === '-' ? 'standard input' : path)

/** Why a text is not JSON. */
export const whyNoJson = (text: string, error: unknown): string =>
  text.trim() === '' ? 'it is empty' : (error as Error).message

/** Writes a new file that only its owner may read; never overwrites. @throws Failure (usage) */
export async function writeSecret(host: Host, path: string, content: string): Promise<void> {
  return write(host, path, content, { isSecret: true })
}

/** Writes a file, replacing an existing one. @throws Failure (usage) */
export const writeText = (
  host: Host,
  path: string,
  text: string,
  options: { isPrivate?: boolean } = {},
): Promise<void> => write(host, path, text, options)

/**
 * Checks the path before a secret is created that may exist only once.
 * @throws Failure (usage) if no new file can be written to the path
 */
export async function assertWritable(host: Host, path: string): Promise<void> {
  const reason = await host.whyNotWritable(path)
  if (reason !== undefined) throw unwritable(path, { code: reason })
}

/** Creates a folder that only its owner may enter. @throws Failure (usage) */
export async function makeFolder(host: Host, path: string): Promise<void> {
  try {
    await host.makeFolder(path)
  } catch (error) {
    throw noNewFolder(path, error)
  }
}

/** Checks the path before its content is created. @throws Failure (usage) if no folder can be created there */
export async function assertFolderIsNew(host: Host, path: string): Promise<void> {
  const code = await host.whyNotWritable(path)
  if (code !== undefined) throw noNewFolder(path, { code })
}

function noNewFolder(path: string, error: unknown) {
  const code = codeOf(error) ?? ''
  const reason = code === 'ENOENT' ? 'its parent folder does not exist' : reasonOf(error)
  const hint = code === 'EEXIST' ? 'shares need a new folder; choose a path that does not exist' : undefined
  return usageFailure(`cannot create folder ${path}: ${reason}`, hint)
}

async function write(host: Host, path: string, content: string, options: WriteOptions): Promise<void> {
  try {
    await host.writeFile(path, content, options)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Why a file cannot be written. */
export function unwritable(path: string, error: unknown) {
  const code = codeOf(error) ?? ''
  const reason = code === 'ENOENT' ? 'its folder does not exist' : reasonOf(error)
  const hints: Record<string, string> = {
    EEXIST: 'choose another name, or remove the file first',
    ENOENT: 'create the folder first, or choose an existing one',
    EACCES: 'choose a folder that you can write to',
    ENOSPC: 'free some space, or choose another disk',
  }
  return usageFailure(`cannot write ${path}: ${reason}`, hints[code])
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw usageFailure(
      `${what} is not UTF-8 text`,
      'save it as UTF-8; pass binary data as hexadecimal digits',
    )
  }
}

/** Why a file cannot be read. */
export function unreadable(path: string, error: unknown) {
  const hints: Record<string, string> = {
    ENOENT: 'paths are relative to the current folder',
    EISDIR: 'pass a file in this folder',
    EACCES: 'check the owner and the mode of the file',
  }
  return usageFailure(`cannot read ${path}: ${reasonOf(error)}`, hints[codeOf(error) ?? ''])
}

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code

/** What the system reports about a file, in words. */
export function reasonOf(error: unknown): string {
  const reasons: Record<string, string> = {
    ENOENT: 'file not found',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTFILE: 'it is not a file',
    EEXIST: 'it already exists',
    ENOTDIR: 'part of the path is a file',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  }
  return (
    reasons[codeOf(error) ?? ''] ??
    (error instanceof Error ? error.message : (codeOf(error) ?? String(error)))
  )
}
