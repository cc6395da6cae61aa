/** Archives of journal entries, encrypted with age (https://age-encryption.org/v1). They can be large, so they are streamed. */
import { closeSync, createReadStream, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { KeepEntries } from '@keywright/server'
import { usageFailure } from '../output/failure.ts'
import { codeOf, unreadable, unwritable } from './files.ts'

/**
 * Writes a new file of mode 0600, and removes it again if anything fails.
 * @throws Failure (usage) for an invalid recipient, or a path that can't be written
 */
export function archiveTo(path: string, recipients: readonly string[]): KeepEntries {
  return async (lines) => {
    const { Encrypter } = await import('age-encryption')
    const encrypter = new Encrypter()
    for (const recipient of recipients) {
      try {
        encrypter.addRecipient(recipient)
      } catch {
        throw usageFailure(
          '--archive-to is not a public key',
          'pass age1…, from generate holder-key or age-keygen',
        )
      }
    }
    const onDisk = <T>(step: () => T): T => {
      try {
        return step()
      } catch (error) {
        throw unwritable(path, error)
      }
    }
    const file = onDisk(() => openSync(path, 'wx', 0o600))
    try {
      const text = Readable.from(encoded(lines))
      const encrypted = await encrypter.encrypt(Readable.toWeb(text) as ReadableStream<Uint8Array>)
      for await (const chunk of encrypted) onDisk(() => writeAll(file, chunk))
      onDisk(() => fsyncSync(file))
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
  }
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield new TextEncoder().encode(line)
}

function writeAll(file: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written)
}

/**
 * The lines of an archive.
 * @param identities text of key files: lines `AGE-SECRET-KEY-1…`, and comments
 * @throws Failure (usage) if no key opens it, or it is damaged
 */
export async function* readArchive(path: string, identities: string): AsyncGenerator<string> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (const key of identities.match(/^AGE-SECRET-KEY-1[0-9A-Z]+/gm) ?? []) decrypter.addIdentity(key)
    const encrypted = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    for await (const chunk of await decrypter.decrypt(encrypted)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()!
      yield* lines
    }
  } catch (error) {
    if (codeOf(error)) throw unreadable(path, error)
    throw usageFailure(
      `cannot read the archive ${path}: ${(error as Error).message}`,
      'pass its key with --archive-key, or another copy',
    )
  }
}
