import { afterEach, expect, it, vi } from 'vitest'
import { runInPage } from '../widgets/runner/runInPage.ts'
import { inWordsOfUse, whyNothingSigns } from './secureOrigin.ts'

afterEach(() => vi.unstubAllGlobals())

const slip = new TypeError("Cannot read properties of undefined (reading 'importKey')")
const wrapped = new Error('public key 02 is not a point of P-256', { cause: slip })

it('keeps errors if cryptography is available', () => {
  expect(whyNothingSigns()).toBeUndefined()
  expect(inWordsOfUse(slip)).toBe(slip)
})

it('explains what to do without cryptography and keeps unrelated errors', () => {
  vi.stubGlobal('crypto', {})
  expect(whyNothingSigns()).toContain('Open it over https or from http://localhost.')
  for (const error of [slip, wrapped, new Error('crypto.subtle is undefined')])
    expect(inWordsOfUse(error)).toMatchObject({ message: whyNothingSigns() })
  const other = new Error('the bundle is cut off')
  expect(inWordsOfUse(other)).toBe(other)
})

it('fails a run without cryptography', async () => {
  vi.stubGlobal('crypto', {})
  const outcome = await runInPage({ source: '' }, () => {}, new AbortController().signal)
  expect(outcome).toEqual({ outcome: 'failed', message: whyNothingSigns() })
})
