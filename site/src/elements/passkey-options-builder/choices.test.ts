import { expect, test } from 'vitest'
import {
  type Choices,
  RECOMMENDED,
  toCode,
  toOptions,
  warningsFor,
  wrongRpId,
  wrongTimeout,
} from './choices.ts'

test('what is recommended has no warning', () => expect(warningsFor(RECOMMENDED)).toEqual([]))

test.each<[Partial<Choices>, string]>([
  [{ algorithms: '-8 -7' }, 'does not take EdDSA'],
  [{ algorithms: '-257' }, 'no RS256'],
  [{ residentKey: 'discouraged' }, 'Keep the credential id'],
  [{ userVerification: 'discouraged' }, 'touch is enough'],
  [{ attachment: 'platform' }, 'locked out'],
  [{ attestation: 'direct' }, 'nothing is won'],
  [{ timeout: '10000' }, 'too slow'],
  [{ rpId: 'example.com' }, 'never moves'],
])('%o is warned of', (change, words) => {
  const warnings = warningsFor({ ...RECOMMENDED, ...change })
  expect(warnings).toEqual([expect.stringContaining(words)])
})

test('options and code say the same', () => {
  const choices: Choices = { ...RECOMMENDED, rpId: 'example.com', attachment: 'platform', algorithms: '-7' }
  expect(toOptions(choices)).toEqual({
    rp: { id: 'example.com', name: 'Example' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: 'preferred',
      authenticatorAttachment: 'platform',
    },
    attestation: 'none',
    timeout: 300_000,
  })
  const code = toCode(choices)
  expect(code).toContain("rp: { id: 'example.com', name: 'Example' }")
  expect(code).toContain("authenticatorAttachment: 'platform'")
  expect(code).toContain('timeout: 300000')
})

test.each(['https://example.com', 'example.com/path', 'example.com:443', 'Example.com', 'com', 'a b'])(
  '%s is no RP id',
  (text) => expect(wrongRpId(text)).toBeDefined(),
)
test.each(['', 'localhost', 'example.com', 'app.example.co.uk'])('%j may be one', (text) =>
  expect(wrongRpId(text)).toBeUndefined(),
)
test.each(['', '0', '-1', '1.5', 'x'])('%j is no timeout', (text) => expect(wrongTimeout(text)).toBeDefined())
