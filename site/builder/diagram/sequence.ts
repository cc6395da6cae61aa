/** Sequence diagrams: lanes from left to right, time from top to bottom, one row per message. */
import { textWidth, widthOfLines, wrapText } from './metrics.ts'
import type { Arrow, Lane, Note, Sequence } from './parse.ts'
import { arrow, box, lifeline, SIZE, svg, textBlock } from './svg.ts'

interface Frame {
  readonly title: string
  readonly alt: string
  readonly line: number
}

const PAD = { box: 10, row: 14, label: 12 }
const LOOP = { width: 26, height: 22 }
/** Distance between lanes: narrow enough for four lanes, wide enough for text. */
const GAP = { min: 132, max: 212 }

/** Draws a sequence as SVG. */
export function drawSequence({ lanes, steps }: Sequence, frame: Frame): string {
  const gap = chooseGap(lanes, steps)
  const heads = lanes.map((lane) => wrapText(lane.label, gap - 2 * PAD.box - 12, SIZE.title, 600))
  const headHeight = Math.max(1, ...heads.map((lines) => lines.length)) * SIZE.line + 2 * PAD.box
  const laneX = new Map(lanes.map((lane, index) => [lane.id, gap / 2 + gap * index]))
  const drawn: string[] = []
  let y = headHeight + PAD.row
  for (const step of steps) {
    const row = step.kind === 'note' ? drawNote(step, laneX, gap, y) : drawMessage(step, laneX, gap, y)
    drawn.push(row.part)
    y += row.height + PAD.row
  }
  const width = gap * lanes.length + roomOnTheRight(lanes, steps, gap)
  const boxes = heads.map((lines, index) => drawHead(lines, gap / 2 + gap * index, headHeight))
  const lines = [...laneX.values()].map((x) => lifeline(x, headHeight, y))
  return svg([...lines, ...boxes, ...drawn], { ...frame, width, height: y + 1 })
}

/** The smallest gap at which messages between neighbors take about two lines. */
function chooseGap(lanes: readonly Lane[], steps: readonly (Arrow | Note)[]): number {
  const places = new Map(lanes.map((lane, index) => [lane.id, index]))
  const wanted = steps.map((step) => {
    if (step.kind === 'note') return textWidth(step.text, SIZE.label) / 2.2 + 2 * PAD.box
    const span = Math.abs(places.get(step.from)! - places.get(step.to)!)
    const text = textWidth(step.label, SIZE.label) / 1.9 + 2 * PAD.label
    return span === 0 ? text + LOOP.width : text / span
  })
  const heads = lanes.map((lane) => textWidth(lane.label, SIZE.title, 600) / 1.8 + 2 * PAD.box + 12)
  return Math.ceil(Math.min(GAP.max, Math.max(GAP.min, ...wanted, ...heads)))
}

/** A self-message on the last lane needs room only up to the edge. */
function roomOnTheRight(lanes: readonly Lane[], steps: readonly (Arrow | Note)[], gap: number): number {
  const last = lanes.at(-1)?.id
  const loops = steps.filter((step) => step.kind === 'arrow' && step.from === last && step.to === last)
  const widths = loops.map((step) => widthOfLines(loopLines((step as Arrow).label, gap), SIZE.label))
  return Math.max(0, ...widths.map((width) => width + LOOP.width + PAD.label + 2 - gap / 2))
}

const loopLines = (label: string, gap: number) =>
  wrapText(label, gap - LOOP.width - 2 * PAD.label, SIZE.label)

function drawHead(lines: readonly string[], x: number, height: number): string {
  const width = widthOfLines(lines, SIZE.title, 600) + 2 * PAD.box
  const top = (height - lines.length * SIZE.line) / 2
  return (
    box({ x: x - width / 2, y: 0.5, width, height: height - 1 }, 'd-box') +
    textBlock(lines, { x, top }, 'title')
  )
}

function drawMessage(step: Arrow, laneX: ReadonlyMap<string, number>, gap: number, y: number) {
  const from = laneX.get(step.from)!
  const to = laneX.get(step.to)!
  return from === to ? drawLoop(step, from, gap, y) : drawArrow(step, from, to, y)
}

function drawArrow(step: Arrow, from: number, to: number, y: number) {
  const lines = wrapText(step.label, Math.abs(to - from) - 2 * PAD.label, SIZE.label)
  const textHeight = step.label === '' ? 0 : lines.length * SIZE.line
  const lineY = y + textHeight + 6
  const text = textBlock(lines, { x: (from + to) / 2, top: y }, 'label', step.tone)
  const points = [
    { x: from, y: lineY },
    { x: to, y: lineY },
  ]
  return { part: text + arrow(points, step), height: textHeight + 10 }
}

function drawLoop(step: Arrow, x: number, gap: number, y: number) {
  const lines = loopLines(step.label, gap)
  const height = Math.max(LOOP.height, lines.length * SIZE.line)
  const top = y + (height - LOOP.height) / 2
  const points = [
    { x, y: top },
    { x: x + LOOP.width, y: top },
    { x: x + LOOP.width, y: top + LOOP.height },
    { x, y: top + LOOP.height },
  ]
  const textTop = y + (height - lines.length * SIZE.line) / 2
  const at = { x: x + LOOP.width + PAD.label / 2, top: textTop, anchor: 'start' as const }
  return { part: textBlock(lines, at, 'label', step.tone) + arrow(points, step), height: height + 4 }
}

function drawNote(note: Note, laneX: ReadonlyMap<string, number>, gap: number, y: number) {
  const x = laneX.get(note.over)!
  const lines = wrapText(note.text, gap - 2 * PAD.box - 8, SIZE.label)
  const width = widthOfLines(lines, SIZE.label) + 2 * PAD.box
  const height = lines.length * SIZE.line + PAD.box
  const rect = box({ x: x - width / 2, y, width, height }, 'd-note')
  return { part: rect + textBlock(lines, { x, top: y + PAD.box / 2 }, 'line'), height }
}
