import { checkExpression, format, lintExpression, PolicyError, parseExpression } from '../src/index.ts'
import { shapeOf } from './shape.ts'

/** Runs a text through everything that takes texts of authors. Only `PolicyError`s refuse it, at a place within it. */
export function digest(text: string): void {
  let expression: ReturnType<typeof parseExpression>
  try {
    expression = parseExpression(text)
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    const { start, end } = error.span
    if (start < 0 || end < start || end > text.length)
      throw new Error(`the span ${start}..${end} is outside the text`)
    return
  }
  if (shapeOf(parseExpression(format(expression))) !== shapeOf(expression))
    throw new Error('formatting changes it')
  for (const side of ['condition', 'consensus'] as const) {
    if (checkExpression(expression, side).problems.length === 0) lintExpression(expression, side)
  }
}
