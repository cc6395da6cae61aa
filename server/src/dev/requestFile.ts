/** The request log in the state folder: one JSON object a line, so that a restart does not forget. */

import { readFileSync, writeFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { escapeHidden } from '@keywright/contract'
import type { KeptRequest, RequestHome } from '@keywright/devhost'

export const REQUEST_FILE = 'requests.jsonl'

/** So long a request may wait to be written with others: a process that is killed loses those from the log. */
const GATHER_MS = 100

/**
 * Lines that a crash cut off are left out when it is read. A full disk loses lines of the log, and nothing else.
 * @param most how many requests the file keeps; it may grow to twice as many before it is cut
 */
export function openRequestFile(path: string, most: number): RequestHome {
  let pieces = [toPiece(readLines(path).slice(-most))]
  let unwritten: string[] = []
  let writing: Promise<void> | undefined
  let writeNow: () => void = () => undefined
  let hasAll = false

  /** Under load, opening the file for each request would cost more than to write them. */
  const gather = () =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, GATHER_MS)
      writeNow = () => {
        clearTimeout(timer)
        done()
      }
    })

  /** What was appended meanwhile is the next to be written. */
  async function write(): Promise<void> {
    await gather()
    const added = toPiece(unwritten)
    unwritten = []
    pieces.push(added)
    // The first time, and when it has grown, the whole file: what is too old goes.
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
        // A full disk: the next whole writing replaces it.
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

/** Lines that were written together, as they are in the file: as texts they would be moved about by each collection. */
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

/** The last lines, at most so many. */
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

function isWholeLine(line: string): boolean {
  try {
    return typeof (JSON.parse(line) as KeptRequest).id === 'string'
  } catch {
    return false
  }
}
