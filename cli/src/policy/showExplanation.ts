/** Formats an explanation for the terminal. */
import { type Explanation, explanationLines, type LineRole } from '@keywright/policy'
import type { Style } from '../output/style.ts'

const PAINTERS: Readonly<Record<LineRole, keyof Style | undefined>> = {
  plain: undefined,
  heading: 'bold',
  aside: 'dim',
  allowed: 'green',
  waiting: 'yellow',
  denied: 'red',
  true: 'green',
  false: 'red',
  error: 'yellow',
}

export function showExplanation(explanation: Explanation, style: Style): string {
  const painted = explanationLines(explanation).map(({ depth, parts }) => {
    const texts = parts.map(({ text, role }) => {
      const painter = PAINTERS[role]
      return painter ? style[painter](text) : text
    })
    return `${'  '.repeat(depth)}${texts.join('')}`
  })
  return painted.join('\n')
}
