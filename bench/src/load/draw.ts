/** A chart of a load: rate, latency, processor and memory over time. */
import type { Loaded } from './loadServer.ts'

interface Line {
  readonly name: string
  /** Class in the style sheet below. */
  readonly color: 'a' | 'b'
  readonly points: readonly (readonly [at: number, value: number])[]
}

interface Panel {
  readonly title: string
  readonly unit: string
  readonly lines: readonly Line[]
}

const WIDTH = 760
const PANEL_HEIGHT = 130
const HEAD = 64
const LEFT = 64
const RIGHT = 24
const GAP = 46

/** An SVG document that is readable on light and dark backgrounds. */
export function drawLoad({ seconds, samples }: Loaded, title: string): string {
  const of = <T extends { readonly at: number }>(rows: readonly T[], value: (row: T) => number) =>
    rows.map((row) => [row.at, value(row)] as const)
  const panels: Panel[] = [
    {
      title: 'Signatures',
      unit: '/s',
      lines: [{ name: 'rate', color: 'a', points: of(seconds, (row) => row.perSecond) }],
    },
    {
      title: 'Latency',
      unit: ' ms',
      lines: [
        { name: 'p50', color: 'a', points: of(seconds, (row) => row.p50) },
        { name: 'p99', color: 'b', points: of(seconds, (row) => row.p99) },
      ],
    },
    {
      title: 'Processor',
      unit: ' cores',
      lines: [{ name: 'cores', color: 'a', points: of(samples, (row) => row.cores) }],
    },
    {
      title: 'Memory',
      unit: ' MB',
      lines: [{ name: 'resident', color: 'a', points: of(samples, (row) => row.megabytes) }],
    },
  ].filter(({ lines }) => lines.some(({ points }) => points.length > 0)) as Panel[]
  const end = Math.max(
    1,
    ...panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([at]) => at))),
  )
  const height = HEAD + panels.length * (PANEL_HEIGHT + GAP)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    STYLE,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    ...wrapped(title).map(
      (line, n) => `<text class="title" x="${LEFT}" y="${24 + n * 18}">${escaped(line)}</text>`,
    ),
    ...panels.map((panel, n) => drawPanel(panel, HEAD + n * (PANEL_HEIGHT + GAP), end)),
    '</svg>\n',
  ].join('\n')
}

const STYLE = `<style>
  text { font: 12px ui-sans-serif, system-ui, sans-serif; fill: #4a4a45 }
  .title { font-weight: 600; fill: #1b1b18 }
  .ground { fill: #ffffff }
  .grid { stroke: #d9d8d2 }
  polyline { fill: none; stroke-width: 2; stroke-linejoin: round }
  .a { stroke: #8a5a00 } .b { stroke: #1f6f62; stroke-dasharray: 5 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #b9b8b0 } .title { fill: #f2f1ea } .ground { fill: #151512 } .grid { stroke: #3a3a35 }
    .a { stroke: #e3ad4d } .b { stroke: #6cc5b3 }
  }
</style>`

function drawPanel({ title, unit, lines }: Panel, top: number, end: number): string {
  const most = niceAbove(Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value))))
  const x = (at: number) => LEFT + (at / end) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => top + PANEL_HEIGHT - (value / most) * (PANEL_HEIGHT - 20)
  const legend =
    lines.length > 1
      ? `: ${lines.map(({ name, color }) => `${name}${color === 'b' ? ' (dashed)' : ''}`).join(', ')}`
      : ''
  return [
    `<text class="title" x="${LEFT}" y="${top + 8}">${escaped(title + legend)}</text>`,
    ...[0, most / 2, most].map(
      (value) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/>` +
        `<text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${label(value)}</text>`,
    ),
    ...lines.map(
      ({ color, points }) =>
        `<polyline class="${color}" points="${points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/>`,
    ),
    `<text x="${LEFT}" y="${top + PANEL_HEIGHT + 16}">0 s</text>`,
    `<text x="${WIDTH - RIGHT}" y="${top + PANEL_HEIGHT + 16}" text-anchor="end">${end.toFixed(0)} s; in${escaped(unit === '/s' ? ' answers a second' : unit)}</text>`,
  ].join('\n')
}

const label = (value: number) => (value >= 10 || value === 0 ? value.toFixed(0) : value.toFixed(2))

/** The next of 1, 2 and 5 times a power of ten. */
export function niceAbove(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!
}

/** Wrapped at dots of the title. */
function wrapped(title: string): string[] {
  const [first = '', ...others] = title.split(' · ')
  return [first, others.join(' · ')]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
