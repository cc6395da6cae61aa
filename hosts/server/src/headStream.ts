/**
 * The stream of journal heads: JSON lines. The first names the format and the public key; each other line is a signed head
 * of one organization. Lines are only appended.
 */
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type HeadSigner, isSigned, type JournalHead, type SignedHead } from '@keywright/engine'
import { jsonOf } from '@keywright/host'
import { onDisk } from './serve/newFile.ts'
import { ServerError, unreadable } from './serverError.ts'
import { splitLines } from './splitLines.ts'

const FORMAT = 'keywright journal heads 1'

interface FirstLine {
  readonly format: string
  /** Ed25519, in hex. */
  readonly publicKey: string
}

export const firstLine = ({ publicKey }: HeadSigner): string => toLine({ format: FORMAT, publicKey })
export const toLine = (value: FirstLine | SignedHead): string => `${JSON.stringify(value)}\n`

export interface HeadStream {
  /** Of the key that signed every head. */
  readonly publicKey: string
  readonly heads: AsyncIterable<SignedHead>
}

/**
 * Opens a stream for reading, up to its end at this time. Reading it checks each line. A last line without its end is left
 * out: it was being written.
 * @throws ServerError `STREAM_MALFORMED`
 */
export async function readHeadStream(file: string): Promise<HeadStream> {
  const size = sizeOf(file)
  let first = ''
  for await (const { text } of numberedLines(file, size)) {
    first = text
    break
  }
  const { format, publicKey } = Object(jsonOf(first)) as Partial<FirstLine>
  if (format !== FORMAT || typeof publicKey !== 'string') {
    throw malformed(
      `${file} is not a stream of journal heads`,
      'Pass a file from `keywright journal export --stream`.',
    )
  }
  return { publicKey, heads: headsIn(file, numberedLines(file, size), publicKey) }
}

async function* headsIn(
  file: string,
  lines: AsyncIterable<Line>,
  publicKey: string,
): AsyncGenerator<SignedHead> {
  for await (const { number, text } of lines) {
    if (number === 1) continue
    const head = jsonOf(text)
    if (!isHead(head) || !isSigned(head, publicKey)) {
      const hint = 'Use another copy of the stream.'
      throw malformed(`line ${number} of ${file} is not a head that the key of the stream signed`, hint)
    }
    yield head
  }
}

/**
 * The newest head of each organization, and where the stream ends.
 * @throws ServerError `STREAM_MALFORMED`, also for a stream of another root secret
 */
export async function readNewestHeads(
  file: string,
  signer: HeadSigner,
): Promise<ReadonlyMap<string, JournalHead>> {
  const { publicKey, heads } = await readHeadStream(file)
  assertKey(file, publicKey, signer)
  const newest = new Map<string, JournalHead>()
  for await (const head of heads) newest.set(head.organization, head)
  return newest
}

export const isBegun = (file: string): boolean => existsSync(file) && statSync(file).size > 0

/** Checks a path before the first head is written. @throws ServerError `STREAM_NOT_WRITTEN`, `STREAM_MALFORMED` */
export async function assertStream(file: string): Promise<void> {
  // Of another file, nothing may be cut off.
  if (isBegun(file)) await readHeadStream(file)
  const { close } = await openForAppend(file)
  close()
}

/** @throws ServerError `STREAM_MALFORMED` */
export function assertKey(file: string, publicKey: string, signer: HeadSigner): void {
  if (publicKey === signer.publicKey) return
  throw malformed(`another root secret signed the stream ${file}`, 'Pass the stream of this database.')
}

/**
 * A file that takes lines. What was half written before is removed.
 * @throws ServerError `STREAM_NOT_WRITTEN`, as the functions of the answer do
 */
export async function openForAppend(file: string): Promise<{ write(lines: string): void; close(): void }> {
  const writing = onDisk('stream', file, 'STREAM_NOT_WRITTEN')
  const handle = writing(() => openFile(file))
  const whole = await lengthOfWholeLines(file)
  writing(() => ftruncateSync(handle, whole))
  return {
    write: (lines) => writing(() => writeFileSync(handle, lines)),
    close() {
      try {
        writing(() => fsyncSync(handle))
      } finally {
        closeSync(handle)
      }
    },
  }
}

/** @throws Error for a device or a pipe, which has no last line to go on from */
function openFile(file: string): number {
  const handle = openSync(file, 'a+')
  if (fstatSync(handle).isFile()) return handle
  closeSync(handle)
  throw new Error('it is not a file')
}

async function lengthOfWholeLines(file: string): Promise<number> {
  let length = 0
  let whole = 0
  for await (const piece of createReadStream(file)) {
    const end = (piece as Buffer).lastIndexOf(0x0a)
    if (end >= 0) whole = length + end + 1
    length += (piece as Buffer).length
  }
  return whole
}

interface Line {
  readonly number: number
  readonly text: string
}

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch (error) {
    throw unreadable('stream', file, 'STREAM_MALFORMED', error)
  }
}

/** Closes the file also for a reader that stops early. */
async function* numberedLines(file: string, size: number): AsyncGenerator<Line> {
  let number = 0
  if (size === 0) return
  try {
    const pieces = createReadStream(file, { encoding: 'utf8', end: size - 1 })
    for await (const text of splitLines(pieces)) yield { number: ++number, text }
  } catch (error) {
    throw unreadable('stream', file, 'STREAM_MALFORMED', error)
  }
}

function isHead(value: unknown): value is SignedHead {
  const { organization, version, hash, signature } = Object(value) as Record<string, unknown>
  return (
    typeof organization === 'string' &&
    Number.isSafeInteger(version) &&
    typeof hash === 'string' &&
    typeof signature === 'string'
  )
}

const malformed = (message: string, hint: string): ServerError =>
  new ServerError('STREAM_MALFORMED', message, hint)
