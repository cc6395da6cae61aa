/**
 * Routes the arrows of a map. Neighbours in a row are joined straight. Every other arrow leaves its box at a
 * port of its own, runs along a band of the gutter between two rows and enters its target; one that skips
 * rows goes around them in a lane at the side. Bands hold what does not overlap, so labels never do either.
 */
import { joins, type MapLayout, NEIGHBOUR_LABEL_MAX, type PlacedBox } from './mapLayout.ts'
import { widthOfLines, wrapText } from './metrics.ts'
import type { Arrow } from './parse.ts'
import { type Point, SIZE } from './svg.ts'

export interface Route {
  readonly arrow: Arrow
  readonly points: readonly Point[]
  readonly label: { readonly lines: readonly string[]; readonly x: number; readonly top: number }
}

export interface RoutedMap {
  readonly routes: readonly Route[]
  readonly left: number
  readonly right: number
  readonly bottom: number
}

const LABEL_MAX = 150
const LANE = 18
const GUTTER = { pad: 16, band: 10, min: 34 }
const EDGE = 1

/** One run of an arrow along a gutter. */
interface Run {
  readonly gutter: number
  readonly x1: number
  readonly x2: number
  readonly lines: readonly string[]
  readonly labelX: number
  /** Set when the bands of the gutter are known. */
  y: number
  labelTop: number
}

interface Detour {
  readonly arrow: Arrow
  readonly from: PlacedBox
  readonly to: PlacedBox
  /** −1 leaves at the top, 1 at the bottom. */
  readonly exit: -1 | 1
  readonly entry: -1 | 1
  fromX: number
  toX: number
  /** Side lane of an arrow that skips rows. */
  laneX: number | undefined
}

/** All routes, and the frame that holds boxes, lanes and labels. Fills in the `y` of every box. */
export function routeArrows(arrows: readonly Arrow[], layout: MapLayout): RoutedMap {
  const [straight, other] = partition(arrows, (arrow) => areNeighbours(arrow, layout))
  const detours = other.map((arrow) => toDetour(arrow, layout))
  assignLanes(detours, layout)
  assignPorts(detours)
  const runs = detours.map((detour) => toRuns(detour, layout))
  const gutters = packGutters(runs.flat(), layout.rows.length)
  const bottom = stackRows(layout, gutters)
  const routes = [
    ...detours.map((detour, index) => toRoute(detour, runs[index]!)),
    ...routeNeighbours(straight, layout),
  ]
  const labelEnds = routes.flatMap(({ label }) => {
    const half = widthOfLines(label.lines, SIZE.label) / 2
    return [label.x - half - EDGE, label.x + half + EDGE]
  })
  const xs = [...labelEnds, ...routes.flatMap(({ points }) => points.map(({ x }) => x))]
  return {
    routes,
    left: Math.min(-EDGE, ...xs.map((x) => x - EDGE)),
    right: Math.max(layout.width + EDGE, ...xs.map((x) => x + EDGE)),
    bottom,
  }
}

function areNeighbours({ from, to }: Arrow, { byId }: MapLayout): boolean {
  const [a, b] = [byId.get(from)!, byId.get(to)!]
  return a.row === b.row && Math.abs(a.column - b.column) === 1
}

function toDetour(arrow: Arrow, { byId }: MapLayout): Detour {
  const [from, to] = [byId.get(arrow.from)!, byId.get(arrow.to)!]
  const down = to.row >= from.row
  return {
    arrow,
    from,
    to,
    exit: down ? 1 : -1,
    entry: to.row > from.row ? -1 : 1,
    fromX: 0,
    toX: 0,
    laneX: undefined,
  }
}

function assignLanes(detours: readonly Detour[], layout: MapLayout): void {
  let left = 0
  let right = 0
  for (const detour of detours) {
    if (Math.abs(detour.from.row - detour.to.row) < 2) continue
    const middle = (centre(detour.from) + centre(detour.to)) / 2
    if (middle < layout.width / 2) detour.laneX = -LANE * ++left
    else detour.laneX = layout.width + LANE * ++right
  }
}

/** Spreads the ends of arrows over each side of a box, in the order of where they come from. */
function assignPorts(detours: readonly Detour[]): void {
  const sides = new Map<string, { box: PlacedBox; ends: { towards: number; set: (x: number) => void }[] }>()
  const add = (box: PlacedBox, side: number, towards: number, set: (x: number) => void) => {
    const key = `${box.id} ${side}`
    const entry = sides.get(key) ?? { box, ends: [] }
    entry.ends.push({ towards, set })
    sides.set(key, entry)
  }
  for (const detour of detours) {
    const lane = detour.laneX
    add(detour.from, detour.exit, lane ?? centre(detour.to), (x) => (detour.fromX = x))
    add(detour.to, detour.entry, lane ?? centre(detour.from), (x) => (detour.toX = x))
  }
  for (const { box, ends } of sides.values()) {
    ends.sort((a, b) => a.towards - b.towards)
    ends.forEach(({ set }, index) => void set(box.x + (box.width * (index + 1)) / (ends.length + 1)))
  }
  keepVerticalsApart(detours)
}

/** Two verticals of different arrows at one x would read as one line. */
function keepVerticalsApart(detours: readonly Detour[]): void {
  const near = 7
  for (const one of detours) {
    for (const other of detours) {
      if (one === other || one.to === other.from || one.fromX === one.toX) continue
      if (Math.abs(one.toX - other.fromX) < near) one.toX += near + 1
    }
  }
}

function toRuns(detour: Detour, layout: MapLayout): Run[] {
  const { arrow, from, to, exit, entry, fromX, toX, laneX } = detour
  const lines = arrow.label === '' ? [] : wrapText(arrow.label, LABEL_MAX, SIZE.label)
  const first = exit === 1 ? from.row : from.row - 1
  const last = entry === -1 ? to.row - 1 : to.row
  if (laneX === undefined) return [toRun(first, fromX, toX, lines, layout)]
  return [toRun(first, fromX, laneX, lines, layout), toRun(last, laneX, toX, [], layout)]
}

function toRun(gutter: number, x1: number, x2: number, lines: readonly string[], layout: MapLayout): Run {
  const half = widthOfLines(lines, SIZE.label) / 2
  const middle = (x1 + x2) / 2
  // A label keeps inside the picture's own width where that is possible.
  const labelX = half * 2 > layout.width ? middle : Math.min(Math.max(middle, half), layout.width - half)
  return { gutter, x1, x2, lines, labelX, y: 0, labelTop: 0 }
}

interface Band {
  readonly runs: Run[]
  height: number
}

/** Packs the runs of each gutter into bands, widest first. Answers the bands, top to bottom. */
function packGutters(runs: readonly Run[], rows: number): Band[][] {
  const gutters: Band[][] = Array.from({ length: rows }, () => [])
  for (const run of runs) {
    const bands = gutters[Math.max(0, run.gutter)]!
    const band = bands.find((one) => one.runs.every((other) => !overlap(run, other)))
    const height = Math.max(1, run.lines.length) * (run.lines.length > 0 ? SIZE.line : 0) + GUTTER.band
    if (band) {
      band.runs.push(run)
      band.height = Math.max(band.height, height)
    } else bands.push({ runs: [run], height })
  }
  return gutters
}

function overlap(a: Run, b: Run): boolean {
  const [a1, a2] = extent(a)
  const [b1, b2] = extent(b)
  return a1 < b2 + 12 && b1 < a2 + 12
}

function extent({ x1, x2, lines, labelX }: Run): [number, number] {
  const half = widthOfLines(lines, SIZE.label) / 2
  return [Math.min(x1, x2, labelX - half), Math.max(x1, x2, labelX + half)]
}

/** Gives rows and bands their heights from top to bottom. */
function stackRows(layout: MapLayout, gutters: readonly Band[][]): number {
  let y = EDGE
  layout.rows.forEach((row, index) => {
    const height = Math.max(layout.rowHeights[index]!, neighbourHeight(row))
    for (const box of row) box.y = y + (height - box.height) / 2
    y += height
    const bands = gutters[index]!
    const isLast = index === layout.rows.length - 1
    if (bands.length === 0) {
      if (!isLast) y += GUTTER.min
      return
    }
    y += GUTTER.pad
    for (const band of bands) {
      for (const run of band.runs) {
        run.y = y + band.height - GUTTER.band / 2
        run.labelTop = run.y - run.lines.length * SIZE.line - 2
        // On a straight vertical the label stands in the middle of the line, not above a bend.
        if (run.x1 === run.x2) run.labelTop += 4
      }
      y += band.height
    }
    y += GUTTER.pad
  })
  return y + EDGE

  function neighbourHeight(row: readonly PlacedBox[]): number {
    return row.length > 1 ? 2 * SIZE.line : 0
  }
}

function toRoute(detour: Detour, runs: readonly Run[]): Route {
  const { arrow, from, to, exit, entry, fromX, toX, laneX } = detour
  const [first] = runs
  const last = runs.at(-1)!
  const start = { x: fromX, y: exit === 1 ? from.y + from.height : from.y }
  const end = { x: toX, y: entry === -1 ? to.y : to.y + to.height }
  const bends =
    laneX === undefined
      ? [
          { x: fromX, y: first!.y },
          { x: toX, y: first!.y },
        ]
      : [
          { x: fromX, y: first!.y },
          { x: laneX, y: first!.y },
          { x: laneX, y: last.y },
          { x: toX, y: last.y },
        ]
  const points = fromX === toX && laneX === undefined ? [start, end] : [start, ...bends, end]
  return { arrow, points, label: { lines: first!.lines, x: first!.labelX, top: first!.labelTop } }
}

/** Arrows between neighbours, one below the other where there are several. */
function routeNeighbours(arrows: readonly Arrow[], { byId }: MapLayout): Route[] {
  return arrows.map((arrow) => {
    const [from, to] = [byId.get(arrow.from)!, byId.get(arrow.to)!]
    const [left, right] = from.x < to.x ? [from, to] : [to, from]
    const together = arrows.filter((other) => joins(other, from.id, to.id))
    const top = Math.max(left.y, right.y)
    const bottom = Math.min(left.y + left.height, right.y + right.height)
    const lines = arrow.label === '' ? [] : wrapText(arrow.label, NEIGHBOUR_LABEL_MAX, SIZE.label)
    const slot = (bottom - top) / together.length
    const middle = top + slot * (together.indexOf(arrow) + 0.5)
    const y = middle + (lines.length * SIZE.line) / 2
    const lineY = Math.min(y, bottom - 4)
    const rightwards = from === left
    const [x1, x2] = [left.x + left.width, right.x]
    const points = rightwards
      ? [
          { x: x1, y: lineY },
          { x: x2, y: lineY },
        ]
      : [
          { x: x2, y: lineY },
          { x: x1, y: lineY },
        ]
    const top0 = lineY - lines.length * SIZE.line - 4
    return { arrow, points, label: { lines, x: (x1 + x2) / 2, top: top0 } }
  })
}

const centre = (box: PlacedBox) => box.x + box.width / 2

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}
