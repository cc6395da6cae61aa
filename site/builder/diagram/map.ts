/** Map diagrams: boxes with arrows between them, placed by dagre. */
import { Graph, layout } from '@dagrejs/dagre'
import { textWidth, widthOfLines, wrapText } from './metrics.ts'
import type { MapDiagram, Zone } from './parse.ts'
import { arrow, box, SIZE, svg, type Tone, textBlock } from './svg.ts'

const TEXT_MAX = 150
const LABEL_MAX = 110
const PAD = { x: 14, y: 9 }
const EDGE = 2
/** Keeps the marks of arrows clear of the boxes, which are drawn over the arrows. */
const MARK_AFTER = 10

interface PlacedBox {
  readonly title: readonly string[]
  readonly lines: readonly string[]
  readonly tone: Tone | undefined
  readonly width: number
  readonly height: number
  /** Center. */
  readonly x: number
  readonly y: number
}

/** Center and size. */
type PlacedPart = Pick<PlacedBox, 'x' | 'y' | 'width' | 'height'>

/** Draws a map as SVG. */
export function drawMap(diagram: MapDiagram, frame: { title: string; alt: string; line: number }): string {
  const graph = new Graph({ multigraph: true, compound: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 34, edgesep: 24, marginx: EDGE, marginy: EDGE })
  // Reversed, because dagre places siblings from right to left.
  for (const { id, title, lines, tone } of diagram.boxes.toReversed())
    graph.setNode(id, measure(title, lines, tone))
  for (const [at, drawn] of diagram.arrows.toReversed().entries())
    graph.setEdge(drawn.from, drawn.to, { ...measureLabel(drawn.label), drawn }, String(at))
  for (const [at, { members }] of diagram.zones.entries()) {
    graph.setNode(zoneId(at), {})
    for (const id of members) graph.setParent(id, zoneId(at))
  }
  layout(graph)
  const size = graph.graph() as { width: number; height: number }
  const placed = (id: string) => graph.node(id) as unknown as PlacedBox
  const zones = diagram.zones.map((zone) => {
    const isIn = (id: string) => zone.members.includes(id)
    const arrows = graph.edges().filter(({ v, w }) => isIn(v) && isIn(w))
    const labels = arrows.map((edge) => graph.edge(edge)).filter(({ lines }) => lines.length > 0)
    const isEntered = diagram.arrows.some(
      ({ from, to }) => !isIn(from) && isIn(to) && placed(from).y < placed(to).y,
    )
    return frameOf(zone, [...zone.members.map(placed), ...(labels as PlacedPart[])], isEntered)
  })
  const left = Math.min(0, ...zones.map((zone) => zone.x - EDGE))
  const right = Math.max(size.width, ...zones.map((zone) => zone.x + zone.width + EDGE))
  const top = Math.min(0, ...zones.map((zone) => zone.y - EDGE))
  const bottom = Math.max(size.height, ...zones.map((zone) => zone.y + zone.height + EDGE))
  const edges = graph.edges().map((edge) => graph.edge(edge))
  const boxes = diagram.boxes.map(({ id }) => drawBox(graph.node(id) as unknown as PlacedBox))
  const arrows = edges.map(({ points, drawn }) => arrow(points, drawn, MARK_AFTER))
  const labels = edges.map(({ lines, x, y, height, drawn }) =>
    lines.length === 0 ? '' : textBlock(lines, { x, top: y - height / 2 }, 'label', drawn.tone),
  )
  const borders = zones.map((zone) => box(zone, 'd-zone'))
  const drawn = [...borders, ...arrows, ...boxes, ...labels, ...zones.map(drawZoneTitle)]
  return svg(drawn, { ...frame, left, top, width: right - left, height: bottom - top })
}

const zoneId = (at: number) => `zone ${at}`

/** Distance of a zone's border from its boxes. Its title is inside, above them. */
const ZONE = { pad: 12, title: 20 } as const

interface PlacedZone {
  readonly title: string
  readonly titleTop: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** @param isEntered an arrow enters from above, so the title is below the boxes */
function frameOf({ title }: Zone, boxes: readonly PlacedPart[], isEntered: boolean): PlacedZone {
  const left = Math.min(...boxes.map(({ x, width }) => x - width / 2)) - ZONE.pad
  const right = Math.max(...boxes.map(({ x, width }) => x + width / 2)) + ZONE.pad
  const top = Math.min(...boxes.map((one) => one.y - one.height / 2)) - ZONE.pad
  const bottom = Math.max(...boxes.map((one) => one.y + one.height / 2)) + ZONE.pad
  const y = isEntered ? top : top - ZONE.title
  const height = bottom - top + ZONE.title
  const titleTop = isEntered ? bottom - 1 : y + 3
  const room = Math.max(0, textWidth(title, SIZE.label) + 2 * ZONE.pad - (right - left))
  return { title, titleTop, x: left - room / 2, y, width: right - left + room, height }
}

const drawZoneTitle = ({ title, titleTop, x }: PlacedZone): string =>
  textBlock([title], { x: x + ZONE.pad, top: titleTop, anchor: 'start' }, 'zone-title')

function measure(text: string, all: readonly string[], tone: Tone | undefined) {
  const title = wrapText(text, TEXT_MAX, SIZE.title, 600)
  const lines = all.flatMap((line) => wrapText(line, TEXT_MAX, SIZE.label))
  const width = Math.max(widthOfLines(title, SIZE.title, 600), widthOfLines(lines, SIZE.label)) + 2 * PAD.x
  return { title, lines, tone, width, height: (title.length + lines.length) * SIZE.line + 2 * PAD.y }
}

function measureLabel(label: string) {
  const lines = label === '' ? [] : wrapText(label, LABEL_MAX, SIZE.label)
  return {
    lines,
    labelpos: 'c',
    width: widthOfLines(lines, SIZE.label) + 8,
    height: lines.length * SIZE.line,
  }
}

function drawBox({ x, y, width, height, title, lines, tone }: PlacedBox): string {
  const at = { x, top: y - height / 2 + PAD.y }
  const body = textBlock(lines, { x, top: at.top + title.length * SIZE.line }, 'line')
  const rect = box({ x: x - width / 2, y: y - height / 2, width, height }, 'd-box', tone)
  return rect + textBlock(title, at, 'title') + (lines.length === 0 ? '' : body)
}
