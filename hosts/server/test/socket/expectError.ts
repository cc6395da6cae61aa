import { expect } from 'vitest'
import { parseAnswers } from './rawConnection.ts'

/** Expects exactly one response: an error in the format of the API, readable by pages of any origin. */
export function expectError(answer: string, status: number, message: RegExp): void {
  const answers = parseAnswers(answer)
  expect(answers).toHaveLength(1)
  const [{ status: given, headers, body }] = answers as [(typeof answers)[0]]
  expect([given, headers.get('content-type')]).toEqual([status, 'application/json'])
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(JSON.parse(body)).toEqual({
    code: expect.any(Number),
    message: expect.stringMatching(message),
    details: expect.any(Array),
  })
}
