/** Shared drawing primitives: boxes, lines, arrowheads, marks and text, styled by class. */
import { escapeHtml } from '../../src/shared/highlight/highlight.ts'
import { textWidth } from './metrics.ts'

/** Meaning of an arrow or a box. `styles/diagram.css` has the colors. */
export const tones = ['signed', 'verified', 'refused'] as const
export type Tone = (typeof tones)[number]

export const SIZE = { label: 13, title: 14, line: 18 } as const

export interface Point {
  readonly x: number
  readonly y: number
}

/** Rounds to tenths of a pixel. */
const n = (value: number): string => String(Math.round(value * 10) / 10)

const toneClass = (name: string, tone: Tone | undefined): string => (tone ? `${name} tone-${tone}` : name)

/** Lines of text, positioned by the top edge. */
export function textBlock(
  lines: readonly string[],
  at: { x: number; top: number; anchor?: 'middle' | 'start' },
  kind: 'title' | 'label' | 'line' | 'zone-title',
  tone?: Tone,
): string {
  const anchor = (at.anchor ?? 'middle') === 'middle' ? ' text-anchor="middle"' : ''
  const spans = lines.map((line, index) => {
    const y = at.top + SIZE.line * index + SIZE.line * 0.72
    return `<tspan x="${n(at.x)}" y="${n(y)}">${escapeHtml(line)}</tspan>`
  })
  const ground =
    kind === 'label' || kind === 'zone-title'
      ? lines.map((line, index) => labelGround(line, at, index)).join('')
      : ''
  return `${ground}<text class="${toneClass(`d-${kind}`, tone)}"${anchor}>${spans.join('')}</text>`
}

/** Keeps arrows from crossing a line of a label. */
function labelGround(
  text: string,
  at: { x: number; top: number; anchor?: 'middle' | 'start' },
  index: number,
) {
  const width = textWidth(text, SIZE.label) + 6
  const x = (at.anchor ?? 'middle') === 'middle' ? at.x - width / 2 : at.x - 3
  return `<rect class="d-label-ground" x="${n(x)}" y="${n(at.top + SIZE.line * index)}" width="${n(width)}" height="${SIZE.line}"/>`
}

export function box(
  at: { x: number; y: number; width: number; height: number },
  kind: string,
  tone?: Tone,
): string {
  return `<rect class="${toneClass(kind, tone)}" x="${n(at.x)}" y="${n(at.y)}" width="${n(at.width)}" height="${n(at.height)}" rx="4"/>`
}

/** A line through points, with an arrowhead at its end and the tone's mark at its start, or that far from the start. */
export function arrow(
  points: readonly Point[],
  options: { dashed?: boolean; tone?: Tone | undefined },
  markAfter = 0,
): string {
  const [first, second] = points
  const last = points.at(-1)!
  const before = points.at(-2)!
  const tip = headAt(before, last)
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')
  const line = `<path class="${toneClass('d-arrow', options.tone)}${options.dashed ? ' dashed' : ''}" d="${path}"/>`
  const head = `<path class="${toneClass('d-head', options.tone)}" d="${tip}"/>`
  return line + head + (options.tone ? mark(between(first!, second!, markAfter), options.tone) : '')
}

function between(from: Point, to: Point, distance: number): Point {
  const part = distance / (Math.hypot(to.x - from.x, to.y - from.y) || 1)
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

const HEAD = { length: 8, half: 4 }

function headAt(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const [bx, by] = [to.x - ux * HEAD.length, to.y - uy * HEAD.length]
  const wing = (side: number) => `${n(bx - uy * HEAD.half * side)} ${n(by + ux * HEAD.half * side)}`
  return `M${n(to.x)} ${n(to.y)}L${wing(1)}L${wing(-1)}Z`
}

// One shape per tone, so color is never the only cue.
const marks: Readonly<Record<Tone, (at: Point) => string>> = {
  signed: ({ x, y }) => `M${n(x)} ${n(y - 4.5)}l4.5 4.5l-4.5 4.5l-4.5 -4.5Z`,
  verified: ({ x, y }) => `M${n(x - 4)} ${n(y)}l3 3.5l5.5 -7`,
  refused: ({ x, y }) => `M${n(x - 3.5)} ${n(y - 3.5)}l7 7m0 -7l-7 7`,
}

function mark(at: Point, tone: Tone): string {
  const ground = `<circle class="d-mark-ground" cx="${n(at.x)}" cy="${n(at.y)}" r="7"/>`
  return `${ground}<path class="d-mark tone-${tone}" d="${marks[tone](at)}"/>`
}

export function lifeline(x: number, top: number, bottom: number): string {
  return `<path class="d-lifeline" d="M${n(x)} ${n(top)}V${n(bottom)}"/>`
}

/** Wider diagrams scroll on narrow screens instead of shrinking. */
const WIDE = 420

/** The complete SVG. `line` makes its ids unique on the page. */
export function svg(
  parts: readonly string[],
  frame: {
    left?: number
    top?: number
    width: number
    height: number
    title: string
    alt: string
    line: number
  },
): string {
  const id = `diagram-${frame.line}`
  const [width, height] = [Math.ceil(frame.width), Math.ceil(frame.height)]
  const wide = width > WIDE ? ' data-wide=""' : ''
  return (
    `<svg class="drawing"${wide} viewBox="${n(frame.left ?? 0)} ${n(frame.top ?? 0)} ${width} ${height}" width="${width}" height="${height}" role="img"` +
    ` aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">${escapeHtml(frame.title)}</title>` +
    `<desc id="${id}-text">${escapeHtml(frame.alt)}</desc>${parts.join('')}</svg>`
  )
}
