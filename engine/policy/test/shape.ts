import type { Expression } from '../src/index.ts'

/** An expression as text without positions, to compare two spellings. */
export const shapeOf = (expression: Expression): string =>
  JSON.stringify(expression, (name, value) => {
    if (/span$/i.test(name)) return undefined
    return typeof value === 'bigint' ? `${value}n` : value
  })
