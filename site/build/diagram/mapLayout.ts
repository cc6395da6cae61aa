/** Places the boxes of a map: sizes from their text, rows centred above each other, gutters between rows. */
import { widthOfLines, wrapText } from './metrics.ts'
import type { Arrow, MapDiagram } from './parse.ts'
import { SIZE, type Tone } from './svg.ts'

export interface PlacedBox {
  readonly id: string
  readonly row: number
  /** Place in its row, from the left. */
  readonly column: number
  readonly title: readonly string[]
  readonly lines: readonly string[]
  readonly tone: Tone | undefined
  readonly width: number
  readonly height: number
  x: number
  /** Set when the heights of the gutters are known. */
  y: number
}

export interface MapLayout {
  readonly boxes: readonly PlacedBox[]
  readonly byId: ReadonlyMap<string, PlacedBox>
  readonly rows: readonly (readonly PlacedBox[])[]
  readonly rowHeights: readonly number[]
  readonly width: number
}

const TEXT_MAX = 150
const PAD = { x: 14, y: 9 }
const PORT = 20
const GAP = { plain: 28, arrow: 44 }
/** Labels beside an arrow between neighbours wrap here; those in gutters may be longer. */
export const NEIGHBOUR_LABEL_MAX = 92

/** Sizes and horizontal places of all boxes; `y` is still 0. */
export function layOut({ boxes, rows, arrows }: MapDiagram): MapLayout {
  const placed = rows.map((ids, row) =>
    ids.map((id, column) => measureBox(boxes.find((one) => one.id === id)!, row, column, arrows)),
  )
  const gaps = placed.map((row) => row.slice(1).map((box, index) => gapBetween(row[index]!, box, arrows)))
  const widths = placed.map((row, index) => sum(row.map((box) => box.width)) + sum(gaps[index]!))
  const width = Math.max(0, ...widths)
  placed.forEach((row, index) => {
    let x = (width - widths[index]!) / 2
    row.forEach((box, column) => {
      box.x = x
      x += box.width + (gaps[index]![column] ?? 0)
    })
  })
  const all = placed.flat()
  return {
    boxes: all,
    byId: new Map(all.map((box) => [box.id, box])),
    rows: placed,
    rowHeights: placed.map((row) => Math.max(0, ...row.map((box) => box.height))),
    width,
  }
}

function measureBox(
  box: MapDiagram['boxes'][number],
  row: number,
  column: number,
  arrows: readonly Arrow[],
): PlacedBox {
  const title = wrapText(box.title, TEXT_MAX, SIZE.title, 600)
  const lines = box.lines.flatMap((line) => wrapText(line, TEXT_MAX, SIZE.label))
  const text = Math.max(widthOfLines(title, SIZE.title, 600), widthOfLines(lines, SIZE.label))
  const ends = arrows.filter(({ from, to }) => from === box.id || to === box.id).length
  const width = Math.ceil(Math.max(text + 2 * PAD.x, PORT * (ends + 1), 84))
  const height = (title.length + lines.length) * SIZE.line + 2 * PAD.y
  return { id: box.id, row, column, title, lines, tone: box.tone, width, height, x: 0, y: 0 }
}

function gapBetween(left: PlacedBox, right: PlacedBox, arrows: readonly Arrow[]): number {
  const labels = arrows.filter((arrow) => joins(arrow, left.id, right.id)).map(({ label }) => label)
  if (labels.length === 0) return GAP.plain
  const widths = labels.map((label) =>
    widthOfLines(wrapText(label, NEIGHBOUR_LABEL_MAX, SIZE.label), SIZE.label),
  )
  return Math.ceil(Math.max(GAP.arrow, ...widths.map((width) => width + 20)))
}

/** True for an arrow between two boxes, in either direction. */
export function joins({ from, to }: Arrow, a: string, b: string): boolean {
  return (from === a && to === b) || (from === b && to === a)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
