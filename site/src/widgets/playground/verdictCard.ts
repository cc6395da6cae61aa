/** The decision as an image to share, drawn in the page with its fonts. */
import { bittingOf, bittingPath } from '@keywright/ui/bitting'
import { brand } from '../../../brand.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
const LEADING = 1.25

export interface VerdictCard {
  readonly verdict: string
  readonly tone: 'success' | 'danger' | 'accent'
  /** The deciding policy, or the reason. */
  readonly by: string
  /** What was decided. */
  readonly about: string
  /** The clauses that decided, with what they read. */
  readonly clauses: readonly { readonly text: string; readonly found: string; readonly holds: boolean }[]
  /** Where to open it. */
  readonly place: string
  /** Determines the key cuts: the same scenario has the same key. */
  readonly key: string
}

/** Draws in light colors, because an image has one color mode. */
export function drawCard(canvas: HTMLCanvasElement, card: VerdictCard): void {
  const { verdict, tone, by, about, clauses, place, key } = card
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) return
  const { fontFamily } = getComputedStyle(canvas)
  const codeFamily = getComputedStyle(canvas).getPropertyValue('--font-code')
  const colorOf = (name: keyof typeof brand.colors) => brand.colors[name][0]
  fill('surface', 0, HEIGHT)
  fill(tone, 0, 10)
  write(`${brand.name} policy playground`, 100, 30, 'muted')
  let y = write(by, write(verdict, 185, 68, tone, 700), 36, 'text', 600)
  y = write(about, y, 28, 'muted') + 14
  for (const { text, found, holds } of clauses) {
    y = write(`${holds ? '✓' : '✗'} ${text}`, y, 26, holds ? 'text' : 'danger', 500, codeFamily)
    if (found) y = write(`    ${found}`, y - 4, 24, 'muted') + 6
  }
  context.textAlign = 'right'
  context.font = `400 26px ${fontFamily}`
  context.fillStyle = colorOf('muted')
  context.fillText(place, WIDTH - MARGIN, 575)
  context.textAlign = 'left'
  context.setTransform(3.4, 0, 0, 3.4, MARGIN, 556)
  context.lineWidth = 1.1
  context.lineJoin = context.lineCap = 'round'
  context.strokeStyle = colorOf('accent')
  context.stroke(new Path2D('M14 1A7 7 0 1 1 0 1A7 7 0 1 1 14 1'))
  context.translate(13, 0)
  context.stroke(new Path2D(bittingPath(bittingOf(key))))

  function fill(color: keyof typeof brand.colors, y: number, height: number): void {
    context!.fillStyle = colorOf(color)
    context!.fillRect(0, y, WIDTH, height)
  }

  /** Wraps a text. @returns the base line of the next text */
  function write(
    text: string,
    y: number,
    size: number,
    color: keyof typeof brand.colors,
    weight = 400,
    family = fontFamily,
  ): number {
    context!.font = `${weight} ${size}px ${family}`
    context!.fillStyle = colorOf(color)
    const lines = ['']
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trim()
      if (context!.measureText(longer).width > WIDTH - 2 * MARGIN) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    for (const [at, line] of lines.entries()) context!.fillText(line, MARGIN, y + at * size * LEADING)
    return y + lines.length * size * LEADING
  }
}
