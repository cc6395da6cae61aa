/** The request log in the state folder, one JSON object per line, which survives restarts. */

import { readFileSync, writeFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { escapeHidden } from '@keywright/contract'
import type { KeptRequest, RequestHome } from '@keywright/devhost'
import { jsonOf } from '@keywright/host'

export const REQUEST_FILE = 'requests.jsonl'

/** How long requests wait to be written together. A killed process loses the log of this time. */
const GATHER_MS = 100

/**
 * Skips lines that a crash truncated. On a full disk, only lines of the log are lost.
 * @param most number of requests to keep; the file may contain up to twice as many
 */
export function openRequestFile(path: string, most: number): RequestHome {
  let pieces = [toPiece(readLines(path).slice(-most))]
  let unwritten: string[] = []
  let writing: Promise<void> | undefined
  let writeNow: () => void = () => undefined
  let hasAll = false

  /** Gathers requests, because opening the file for each would cost more than writing it. */
  const gather = () =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, GATHER_MS)
      writeNow = () => {
        clearTimeout(timer)
        done()
      }
    })

  /** Requests that arrive during a write go into the next one. */
  async function write(): Promise<void> {
    await gather()
    const added = toPiece(unwritten)
    unwritten = []
    pieces.push(added)
    // Rewrite the whole file at first and when it has grown, without old requests.
    const isWhole = !hasAll || countIn(pieces) > 2 * most
    if (isWhole) pieces = newestOf(pieces, most)
    hasAll = await (isWhole
      ? writeFile(path, bytesOf(pieces), { mode: 0o600 })
      : appendFile(path, added.bytes)
    ).then(
      () => true,
      () => false,
    )
    writing = unwritten.length > 0 ? write() : undefined
  }

  return {
    read: async () => linesIn(bytesOf(pieces).toString()).map((line) => JSON.parse(line) as KeptRequest),
    append(request) {
      unwritten.push(escapeHidden(JSON.stringify(request)))
      writing ??= write()
    },
    clear() {
      ;[pieces, unwritten, hasAll] = [[], [], false]
      try {
        writeFileSync(path, '', { mode: 0o600 })
      } catch {
        // On a full disk, the next rewrite repairs the file.
      }
    },
    async idle() {
      while (writing) {
        writeNow()
        await writing
      }
    },
  }
}

/** Lines that were written together, as bytes, which burden the garbage collector less than strings. */
interface Piece {
  readonly bytes: Buffer
  readonly count: number
}

const toPiece = (lines: readonly string[]): Piece => ({
  bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')),
  count: lines.length,
})

const countIn = (pieces: readonly Piece[]) => pieces.reduce((sum, { count }) => sum + count, 0)

const bytesOf = (pieces: readonly Piece[]) => Buffer.concat(pieces.map(({ bytes }) => bytes))

function newestOf(pieces: readonly Piece[], most: number): Piece[] {
  let left = countIn(pieces)
  const first = pieces.findIndex(({ count }) => {
    if (left - count < most) return true
    left -= count
    return false
  })
  const [oldest, ...others] = pieces.slice(Math.max(first, 0))
  if (!oldest || left <= most) return oldest ? [oldest, ...others] : []
  const kept = linesIn(oldest.bytes.toString()).slice(left - most)
  return [toPiece(kept), ...others]
}

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '')

function readLines(path: string): string[] {
  try {
    return linesIn(readFileSync(path, 'utf8')).filter(isWholeLine)
  } catch {
    return []
  }
}

const isWholeLine = (line: string): boolean =>
  typeof (Object(jsonOf(line)) as Partial<KeptRequest>).id === 'string'
