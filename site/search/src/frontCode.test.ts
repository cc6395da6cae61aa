import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frontCode, frontDecode } from './frontCode.ts'

const word = fc
  .array(fc.constantFrom('a', 'b', 'é', '7', '钱'), { minLength: 1, maxLength: 40 })
  .map((letters) => letters.join(''))

it('decodes the words that it encoded', () => {
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const sorted = words.sort()
      expect(frontDecode(frontCode(sorted))).toEqual(sorted)
    }),
  )
})

it('writes only the letters that differ from the word before', () => {
  expect(frontCode(['wallet', 'walletname', 'walls'])).toBe('AwalletGnameEs')
})
