import {
  createStamp,
  curveOfScheme,
  generateApiKeyPair,
  stampSchemes,
  toHex,
  toStampHeader,
  toUtf8,
} from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import { seededRandom } from '@keywright/keys/test'
import { describe, expect, it, test } from 'vitest'
import { inspectStamp } from './inspectStamp.ts'

const random = seededRandom('stamp inspector')
const body = '{"organizationId":"x"}'
const statesOf = async (request: Parameters<typeof inspectStamp>[0]) =>
  (await inspectStamp(request)).steps.map(({ state }) => state)

describe.each(stampSchemes)('%s', (scheme) => {
  const { privateKey } = generateApiKeyPair(random, curveOfScheme(scheme))
  const header = toStampHeader(createStamp(scheme, toUtf8(body), privateKey))
  const ask = (change: { body?: string; header?: string }) => ({
    body,
    header,
    passkeyPublicKey: '',
    ...change,
  })

  it('passes every check for the signed body', async () => {
    expect(await statesOf(ask({}))).toEqual(Array(6).fill('passed'))
  })

  it('fails only the last check for another body', async () => {
    const states = await statesOf(ask({ body: body.replace('x', 'y') }))
    expect(states).toEqual([...Array(5).fill('passed'), 'failed'])
  })

  it.each([
    ['a line break at its end', `${body}\n`, 'without its trailing newline'],
    ['indentation', JSON.stringify(JSON.parse(body), null, 2), 'signed without spaces'],
  ])('tells that the body gained %s', async (_, sent, words) => {
    expect((await inspectStamp(ask({ body: sent }))).hint).toContain(words)
  })

  it.each(['', 'not a stamp', 'e30', header.slice(0, -6)])(
    'stops at one of the first checks for %j',
    async (damaged) => {
      expect((await statesOf(ask({ header: damaged }))).slice(0, 2)).toContain('failed')
    },
  )
})

test('a key off its curve fails the fourth check', async () => {
  const { privateKey } = generateApiKeyPair(random)
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), privateKey)
  const header = toStampHeader({ ...stamp, publicKey: `02${'ff'.repeat(32)}` })
  expect(await statesOf({ body, header, passkeyPublicKey: '' })).toEqual([
    'passed',
    'passed',
    'passed',
    'failed',
    'not reached',
    'not reached',
  ])
})

describe('a passkey', () => {
  const passkey = createPasskey({ random })
  const header = passkey.stamp(toUtf8(body))
  const passkeyPublicKey = toHex(passkey.keyPair.publicKey)

  it('passes every check', async () => {
    expect(await statesOf({ body, header, passkeyPublicKey })).toEqual(Array(5).fill('passed'))
  })

  it('leaves the last check open without its public key', async () => {
    expect((await statesOf({ body, header, passkeyPublicKey: '' })).at(-1)).toBe('not checked')
  })

  it('signs a challenge derived from the body', async () => {
    const inspection = await inspectStamp({ body: `${body}\n`, header, passkeyPublicKey })
    expect(inspection.steps[2]!.state).toBe('failed')
    expect(inspection.hint).toContain('without its trailing newline')
  })

  it('does not verify with another key', async () => {
    const other = toHex(createPasskey({ random }).keyPair.publicKey)
    expect((await statesOf({ body, header, passkeyPublicKey: other })).at(-1)).toBe('failed')
  })

  it.each(['{', '{}', '{"credentialId":1}', JSON.stringify({ ...JSON.parse(header), clientDataJson: '!' })])(
    'finds the first failing step of %s',
    async (damaged) => {
      expect(await statesOf({ body, header: damaged, passkeyPublicKey })).toContain('failed')
    },
  )
})
