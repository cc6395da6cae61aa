import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { platformRandom, toHex } from '@keywright/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSoftHsm, makeSoftHsm, type SoftHsm } from '../../test/support/softHsm.ts'
import type { TokenSettings } from './pkcs11.ts'
import type { RootCheck, TokenSealed } from './rootSecret.ts'

const module = findSoftHsm()
const CHILD = fileURLToPath(new URL('../../test/support/tokenChild.ts', import.meta.url))

interface Answer<T> {
  readonly answer?: T
  readonly error?: { readonly code: string; readonly message: string }
}

describe.skipIf(!module)('a root secret in a token', () => {
  let token: SoftHsm
  const secret = toHex(platformRandom(32))
  let [first, second]: TokenSealed[] = []
  let opened: Answer<string>[]
  beforeAll(() => {
    token = makeSoftHsm(module!)
    ;[first, second] = askAll<TokenSealed>(['seal', {}, secret], ['seal', {}, secret]).map(
      ({ answer }) => answer!,
    )
    const good = checkWith(first)
    const changed = first!.ciphertext.replace(/^../, (byte) => (byte === '00' ? '01' : '00'))
    // One process, because its start takes longer than its answers.
    opened = askAll<string>(
      ['open', {}, good],
      ['open', {}, checkWith(second)],
      ['open', { pin: '0000-wrong' }, good],
      ['open', { tokenLabel: 'another' }, good],
      ['open', { keyLabel: 'another' }, good],
      ['open', { module: '/nowhere.so' }, good],
      ['open', {}, checkWith({ ...first!, ciphertext: changed })],
      ['open', {}, checkWith()],
      ['open', {}, good],
    )
  })
  afterAll(() => token.remove())

  const checkWith = (sealed?: TokenSealed): RootCheck => ({
    version: 1,
    check: '',
    key: '',
    shares: null,
    ...(sealed && { token: sealed }),
  })
  function askAll<T>(
    ...questions: readonly ['seal' | 'open', Partial<TokenSettings>, unknown][]
  ): Answer<T>[] {
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', CHILD], {
      input: JSON.stringify(
        questions.map(([name, changes, argument]) => [name, { ...token, ...changes }, argument]),
      ),
      env: { ...process.env, SOFTHSM2_CONF: token.config },
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout) as Answer<T>[]
  }

  it('is decrypted correctly, and is not stored in the database', () => {
    expect(first).toMatchObject({ keyLabel: 'keywright' })
    expect(first!.ciphertext).not.toContain(secret)
    // The existing key is reused; the ciphertext differs each time.
    expect(second!.ciphertext).not.toBe(first!.ciphertext)
    expect(opened.slice(0, 2)).toEqual([{ answer: secret }, { answer: secret }])
  })

  it('rejects wrong settings without repeating the PIN', () => {
    const [wrongPin, otherToken, otherKey, noModule, spoiled, none, right] = opened.slice(2)
    expect(wrongPin!.error).toMatchObject({
      code: 'TOKEN_UNAVAILABLE',
      message: expect.stringContaining('CKR_PIN_INCORRECT'),
    })
    expect(wrongPin!.error!.message).not.toContain('0000-wrong')
    expect(otherToken!.error!.message).toContain('`keywright test`')
    expect(otherKey!.error!.message).toContain('no key `another`')
    expect(noModule!.error).toMatchObject({ code: 'TOKEN_UNAVAILABLE' })
    expect(spoiled!.error).toMatchObject({ code: 'TOKEN_UNAVAILABLE' })
    expect(none!.error).toMatchObject({ code: 'ROOT_SECRET_MISMATCH' })
    expect(right).toEqual({ answer: secret })
  })
})
