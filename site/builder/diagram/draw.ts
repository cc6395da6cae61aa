/** Draws `diagram` fences. */
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'
import { drawMap } from './map.ts'
import { parseMap, parseSequence } from './parse.ts'
import { drawSequence } from './sequence.ts'

export interface DiagramInput {
  readonly kind: string
  readonly title: string
  readonly alt: string
  readonly source: string
  /** Line of the opening fence. */
  readonly line: number
}

const kinds = ['sequence', 'map']

/** Returns the drawing as SVG. Reports errors at their line and skips those lines. */
export function drawDiagram(input: DiagramInput, report: Reporter): string {
  const lineReport: Reporter = {
    error: (message, line = 0) => report.error(`diagram: ${message}`, input.line + line),
    warn: (message, line = 0) => report.warn(`diagram: ${message}`, input.line + line),
  }
  switch (input.kind) {
    case 'sequence':
      return drawSequence(parseSequence(input.source, lineReport), input)
    case 'map':
      return drawMap(parseMap(input.source, lineReport), input)
    default:
      lineReport.error(
        `unknown kind \`${input.kind}\`${suggestion(input.kind, kinds)}, known are ${kinds.join(', ')}`,
      )
      return ''
  }
}
