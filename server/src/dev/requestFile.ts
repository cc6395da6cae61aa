/** The request log in the state folder: one JSON object a line, so that a restart does not forget. */

import { readFileSync, writeFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import type { KeptRequest, RequestHome } from '@keywright/devhost'

export const REQUEST_FILE = 'requests.jsonl'

/** So long a request may wait to be written with others: a process that is killed loses those from the log. */
const GATHER_MS = 100

/**
 * Lines that a crash cut off are left out when it is read. A full disk loses lines of the log, and nothing else.
 * @param most how many requests the file keeps; it may grow to twice as many before it is cut
 */
export function openRequestFile(path: string, most: number): RequestHome {
  let lines = readLines(path).slice(-most)
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
    const added = unwritten
    unwritten = []
    lines.push(...added)
    // The first time, and when it has grown, the whole file: what is too old goes.
    const isWhole = !hasAll || lines.length > 2 * most
    if (isWhole) lines = lines.slice(-most)
    const text = `${(isWhole ? lines : added).join('\n')}\n`
    hasAll = await (isWhole ? writeFile(path, text, { mode: 0o600 }) : appendFile(path, text)).then(
      () => true,
      () => false,
    )
    writing = unwritten.length > 0 ? write() : undefined
  }

  return {
    read: async () => lines.map((line) => JSON.parse(line) as KeptRequest),
    append(request) {
      unwritten.push(JSON.stringify(request))
      writing ??= write()
    },
    clear() {
      ;[lines, unwritten, hasAll] = [[], [], false]
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

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(isWholeLine)
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
