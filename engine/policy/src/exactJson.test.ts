import { expect, test } from 'vitest'
import { parseExactJson, writeExactJson } from './exactJson.ts'

test('integers keep every digit there and back', () => {
  const value = { a: [10n ** 40n, -3n, 0n], text: '12 "3"', isSo: true, none: null }
  expect(parseExactJson(writeExactJson(value))).toEqual(value)
  expect(writeExactJson({ value: 10n ** 30n })).toBe(`{"value":1${'0'.repeat(30)}}`)
})

test('malformed JSON is rejected', () => {
  expect(() => parseExactJson('{')).toThrow(SyntaxError)
})
