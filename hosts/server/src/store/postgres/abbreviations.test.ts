import { expect, it } from 'vitest'
import { spellOut } from './abbreviations.ts'

it('restores a value of an earlier version', () => {
  const stored = '\u00141,"activityId":null\u0016x\u0001SIGN'
  expect(spellOut(stored)).toBe(
    '{"sequence":1,"activityId":null,"changes":[{"table":"activities","id":"x' +
      '","status":"ACTIVITY_STATUS_COMPLETED","type":"ACTIVITY_TYPE_SIGN',
  )
})

it('keeps white space and escaped control characters', () => {
  const characters = Array.from({ length: 256 }, (_, n) => String.fromCharCode(n)).join('')
  const json = JSON.stringify({ a: characters }, undefined, '\t\r\n ')
  expect(spellOut(json)).toBe(json)
})
