/** The worst snapshots, in pieces as they arrive: each piece is rejected or read in a short time. */
import { pieceOf } from '@keywright/engine/test'
import { expect, it } from 'vitest'
import { readSnapshot } from './snapshotText.ts'

const PIECE = 65_536
const SIZE = 4 * 2 ** 20
const many = (item: string) =>
  Array(Math.floor(SIZE / (item.length + 1)))
    .fill(item)
    .join(',')
const snapshot = (rows: string) => `{"format":"keywright-snapshot-1","organizations":[],"rows":[${rows}]}`

function* read(text: string) {
  const pieces = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, n) =>
    text.slice(n * PIECE, (n + 1) * PIECE),
  )
  const reading = readSnapshot(pieces, () => {})
  for (let isDone = false; !isDone; ) {
    yield reading.next().then(({ done }) => {
      isDone = done === true
    })
  }
}

it.each<[what: string, text: () => string]>([
  ['rows', () => snapshot(many('["o","t","k","{}"]'))],
  [
    'rows with many members',
    () => snapshot(`["o","t","k",${JSON.stringify(`[${many('0').slice(0, SIZE / 2)}0]`)}]`),
  ],
  ['a long row', () => snapshot(`["o","t","k","${'a'.repeat(SIZE)}"]`)],
  ['nested lists', () => snapshot('['.repeat(SIZE))],
  ['nested lists in a row', () => snapshot(`["o","t","k","${'['.repeat(SIZE)}"]`)],
  ['values that aren’t rows', () => snapshot(many('0'))],
  ['organizations', () => `{"organizations":[${many('["o",1]')}]}`],
  ['members', () => `{${many('"format":"keywright-snapshot-1"')}}`],
  ['escapes', () => snapshot(`["o","t","k","${'\\"'.repeat(SIZE / 2)}"]`)],
  ['spaces', () => snapshot(' '.repeat(SIZE))],
])('%s', async (_, text) => {
  const whole = text()
  expect(await pieceOf(() => read(whole))).toBeLessThan(1)
})
