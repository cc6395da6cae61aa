/** Map diagrams: boxes in rows, arrows between them that run in the gutters and never through a box. */
import { layOut, type PlacedBox } from './mapLayout.ts'
import { routeArrows } from './mapRoutes.ts'
import type { MapDiagram } from './parse.ts'
import { arrow, box, SIZE, svg, textBlock } from './svg.ts'

/** Draws a map as SVG. */
export function drawMap(diagram: MapDiagram, frame: { title: string; alt: string; line: number }): string {
  const layout = layOut(diagram)
  const { routes, left, right, bottom } = routeArrows(diagram.arrows, layout)
  const shift = (x: number) => x - left
  const arrows = routes.map(({ points, arrow: drawn }) =>
    arrow(
      points.map(({ x, y }) => ({ x: shift(x), y })),
      drawn,
    ),
  )
  const boxes = layout.boxes.map((placed) => drawBox({ ...placed, x: shift(placed.x) }))
  const labels = routes.map(({ label, arrow: { tone } }) =>
    textBlock(label.lines, { x: shift(label.x), top: label.top }, 'label', tone),
  )
  return svg([...boxes, ...arrows, ...labels], { ...frame, width: right - left, height: bottom })
}

function drawBox({ x, y, width, height, title, lines, tone }: PlacedBox): string {
  const textHeight = (title.length + lines.length) * SIZE.line
  const top = y + (height - textHeight) / 2
  const middle = x + width / 2
  const body =
    lines.length === 0 ? '' : textBlock(lines, { x: middle, top: top + title.length * SIZE.line }, 'line')
  return box({ x, y, width, height }, 'd-box', tone) + textBlock(title, { x: middle, top }, 'title') + body
}
