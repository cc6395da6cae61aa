import { expect, it } from 'vitest'
import { fromStoredText, toStoredText } from './storedText.ts'

it.each(['wallet of alice', '', '𝄞 é \uffff'])('leaves %j unchanged', (text) => {
  expect(toStoredText(text)).toBe(text)
  expect(fromStoredText(text)).toBe(text)
})

it.each(['\0', 'a\0b', '\u0001', '\u00010000', 'a\ud800b', 'a\udc00', '\udc00\ud800', '\ud800\ud834\udd1e'])(
  'escapes %j for any database, and restores it',
  (text) => {
    const id = toStoredText(text)
    expect(id).toBe(new TextDecoder().decode(new TextEncoder().encode(id)))
    expect(id).not.toContain('\0')
    expect(fromStoredText(id)).toBe(text)
  },
)

it('keeps different texts apart', () => {
  const texts = ['\0', '\u0001', '\u00010000', '\u00010001', '\ud800', '\ud801', '\ufffd', '0000', '']
  expect(new Set(texts.map(toStoredText)).size).toBe(texts.length)
})
