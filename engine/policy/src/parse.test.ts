import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readExpressionCases } from '../test/case-file.ts'
import { digest } from '../test/digest.ts'
import { shapeOf } from '../test/shape.ts'
import { walk } from './ast.ts'
import { PolicyError } from './error.ts'
import { format } from './format.ts'
import { MAX_DEPTH, MAX_TEXT_LENGTH } from './limits.ts'
import { parseExpression } from './parse.ts'

const codeOf = (text: string): string => {
  try {
    parseExpression(text)
    return 'parsed'
  } catch (error) {
    if (error instanceof PolicyError) return error.code
    throw error
  }
}

describe('the bounds of an expression', () => {
  test('its length', () => {
    const list = `'a' in [${"'abcdefgh', ".repeat(1_300)}'z']`
    expect(list.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH)
    expect(codeOf(list)).toBe('parsed')
    expect(codeOf(`true${' '.repeat(MAX_TEXT_LENGTH - 4)}`)).toBe('parsed')
    expect(codeOf(`true${' '.repeat(MAX_TEXT_LENGTH - 3)}`)).toBe('TEXT_TOO_LONG')
    expect(codeOf('('.repeat(10_000_000))).toBe('TEXT_TOO_LONG')
  })

  test.each<[name: string, nest: (levels: number) => string]>([
    ['parentheses', (n) => `${'('.repeat(n)}true${')'.repeat(n)}`],
    ['lists', (n) => `${'['.repeat(n)}1${']'.repeat(n)}`],
    ['indexes', (n) => `${"'a'[".repeat(n)}0${']'.repeat(n)}`],
    ['chained indexes', (n) => `a${'[0]'.repeat(n)}`],
    ['chained fields', (n) => `a${'.b'.repeat(n)}`],
    ['chained filters', (n) => `a${'.filter(x, true)'.repeat(n)}`],
    ['bodies', (n) => `${'a.any(x, '.repeat(n)}true${')'.repeat(n)}`],
    ['chains in bodies', (n) => `${`a${'[0]'.repeat(8)}.any(x, `.repeat(n)}true${')'.repeat(n)}`],
  ])('its nesting of %s', (_, nest) => {
    expect(codeOf(nest(6))).toBe('parsed')
    expect(codeOf(nest(MAX_DEPTH + 1))).toBe('TOO_DEEP')
    const most = Math.floor((MAX_TEXT_LENGTH - 20) / (nest(2).length - nest(1).length))
    expect(codeOf(nest(most))).toBe('TOO_DEEP')
  })

  test('a long chain of clauses is not deep', () => {
    const chain = Array.from({ length: 1_600 }, () => 'true').join(' && ')
    const expression = parseExpression(chain)
    expect([...walk(expression)]).toHaveLength(1_601)
    expect(format(expression)).toBe(chain)
  })

  test('the place of a nesting error is where it gets too deep', () => {
    expect(() => parseExpression(`${'('.repeat(100)}true`)).toThrow(
      expect.objectContaining({ span: expect.objectContaining({ column: MAX_DEPTH + 2 }) }),
    )
  })
})

test('a tree is frozen, and each part knows its place', () => {
  const text = "wallet.id == 'w' &&\n  approvers.filter(a, a.tags[0..1].contains('t')).count() >= 2"
  const parts = [...walk(parseExpression(text))]
  for (const part of parts) {
    expect(Object.isFrozen(part)).toBe(true)
    const lines = text.slice(0, part.span.start).split('\n')
    expect([part.span.line, part.span.column]).toEqual([lines.length, lines.at(-1)!.length + 1])
  }
  const count = parts.find((part) => part.kind === 'count')!
  expect(text.slice(count.span.start, count.span.end)).toBe(
    "approvers.filter(a, a.tags[0..1].contains('t')).count()",
  )
})

test.each([
  ['( true )&&( (false||true) )', 'true && (false || true)'],
  ['(true && true) && true', '(true && true) && true'],
  ['true || (true && true)', 'true || true && true'],
  ['(true || true) && true', '(true || true) && true'],
  ['(1 == 1) == (2 == 2)', '(1 == 1) == (2 == 2)'],
  ['[ 1,2 ][0..1].count', '[1, 2][0..1].count()'],
  ["a.any( x , x.b=='c' )", "a.any(x, x.b == 'c')"],
  ['(1 in [1])', '1 in [1]'],
  ['(true && true).b', '(true && true).b'],
])('formats `%s` as `%s`', (text, expected) => {
  expect(format(parseExpression(text))).toBe(expected)
})

test('formatting keeps the meaning of every case, and formatting twice changes nothing', () => {
  for (const { text, expected } of readExpressionCases()) {
    if (codeOf(text) !== 'parsed') {
      expect(expected[0]).toMatch(/^error/)
      continue
    }
    const expression = parseExpression(text)
    const written = format(expression)
    expect(shapeOf(parseExpression(written)), text).toBe(shapeOf(expression))
    expect(format(parseExpression(written))).toBe(written)
  }
})

const CORPUS = new URL('../corpus/', import.meta.url)

test('every text of the corpus is parsed, checked and linted, or refused', () => {
  const files = readdirSync(CORPUS)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    for (const text of readFileSync(new URL(file, CORPUS), 'utf8').split('\n'))
      digest(JSON.parse(text || '""'))
  }
})
