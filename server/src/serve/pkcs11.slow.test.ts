import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { platformRandom, toHex } from '@keywright/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSoftHsm, makeSoftHsm, type SoftHsm } from '../testing/softHsm.ts'
import type { RootCheck, TokenSealed } from './rootSecret.ts'

const module = findSoftHsm()
const CHILD = fileURLToPath(new URL('../testing/tokenChild.ts', import.meta.url))

describe.skipIf(!module)('a root secret in a token', () => {
  let token: SoftHsm
  beforeAll(() => {
    token = makeSoftHsm(module!)
  })
  afterAll(() => token.remove())

  const secret = toHex(platformRandom(32))
  const checkWith = (sealed?: TokenSealed): RootCheck => ({
    check: '',
    shares: null,
    ...(sealed && { token: sealed }),
  })
  const ask = (name: 'seal' | 'open', argument: unknown, changes: object = {}) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', CHILD], {
      input: JSON.stringify([name, { ...token, ...changes }, argument]),
      env: { ...process.env, SOFTHSM2_CONF: token.config },
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout) as { answer?: never; error?: { code: string; message: string } }
  }
  const sealed = (): TokenSealed => ask('seal', secret).answer!

  it('comes back as it was, and is nowhere in what the database keeps', () => {
    const [first, second] = [sealed(), sealed()]
    expect(first).toMatchObject({ keyLabel: 'keywright' })
    expect(first.ciphertext).not.toContain(secret)
    // The key that is there is used again; the same secret never looks the same.
    expect(second.ciphertext).not.toBe(first.ciphertext)
    for (const one of [first, second]) expect(ask('open', checkWith(one))).toEqual({ answer: secret })
  })

  it('refuses what does not fit, and names no PIN', () => {
    const good = checkWith(sealed())
    const wrongPin = ask('open', good, { pin: '0000-wrong' })
    expect(wrongPin.error).toMatchObject({
      code: 'TOKEN_UNAVAILABLE',
      message: expect.stringContaining('CKR_PIN_INCORRECT'),
    })
    expect(wrongPin.error!.message).not.toContain('0000-wrong')
    expect(ask('open', good, { tokenLabel: 'another' }).error!.message).toContain('`keywright test`')
    expect(ask('open', good, { keyLabel: 'another' }).error!.message).toContain('no key `another`')
    expect(ask('open', good, { module: '/nowhere.so' }).error).toMatchObject({ code: 'TOKEN_UNAVAILABLE' })
    const { ciphertext } = good.token!
    const changed = ciphertext.replace(/^../, (byte) => (byte === '00' ? '01' : '00'))
    expect(ask('open', checkWith({ ...good.token!, ciphertext: changed })).error).toMatchObject({
      code: 'TOKEN_UNAVAILABLE',
    })
    expect(ask('open', checkWith()).error).toMatchObject({ code: 'ROOT_SECRET_MISMATCH' })
  })
})
