/** Input for the local server: a base URL and the settings that `keywright dev` prints. */
import { apiKeyCurves, generateApiKeyPair, platformRandom } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { readTarget } from './target.ts'

describe('readTarget', () => {
  it.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    [' http://localhost:8787/ ', 'http://localhost:8787'],
    ['http://LOCALHOST:80/team/public/v1', 'http://localhost/team'],
  ])('reads %s', (text, base) => {
    expect(readTarget(text)).toEqual({ base })
  })

  it.each([
    ['', /whole address/],
    ['127.0.0.1:8787', /whole address/],
    ['javascript:alert(1)', /only to/],
    ['http://me:secret@localhost', /name and password/],
    ['http://localhost/?key=1', /after \?/],
    ['http://localhost/#k', /after \?/],
    ['http://[::1]:8787', /only to/],
    ['https://localhost', /only to/],
    ['https://keys.example', /use the curl or SDK code/],
    ['http://127.0.0.1.keys.example', /only to/],
  ])('rejects %j', (text, problem) => {
    const read = readTarget(text)
    expect(read).toEqual({ problem: expect.stringMatching(problem) })
    expect(JSON.stringify(read)).not.toContain('me:secret')
  })
})

const ORGANIZATION = '0b6f0c0e-9c0e-4d7a-8f2e-3f0f6a3c1d11'
const linesOf = ({ publicKey, privateKey }: { publicKey: string; privateKey: string }, ways = 'export ') =>
  [
    `${ways}KEYWRIGHT_BASE_URL=http://127.0.0.1:9000`,
    `${ways}KEYWRIGHT_ORGANIZATION_ID=${ORGANIZATION}`,
    `${ways}KEYWRIGHT_API_PUBLIC_KEY="${publicKey}"`,
    `${ways}KEYWRIGHT_API_PRIVATE_KEY='${privateKey}'`,
    'OTHER=1',
  ].join('\n')

describe('readSettings', () => {
  it.each(apiKeyCurves)('finds the curve of a pair: %s', (curve) => {
    const pair = generateApiKeyPair(platformRandom, curve)
    for (const ways of ['export ', ''])
      expect(readSettings(linesOf(pair, ways))).toEqual({
        ...pair,
        organizationId: ORGANIZATION,
        baseUrl: 'http://127.0.0.1:9000',
      })
  })

  it('rejects two unrelated keys without showing the private one', () => {
    const [one, other] = [generateApiKeyPair(platformRandom), generateApiKeyPair(platformRandom)]
    const read = () => readSettings(linesOf({ ...one, publicKey: other.publicKey }))
    expect(read).toThrow(
      `the private key belongs to ${one.publicKey}, and KEYWRIGHT_API_PUBLIC_KEY is ${other.publicKey}`,
    )
    expect(read).not.toThrow(one.privateKey)
  })

  it.each([
    ['', /KEYWRIGHT_ORGANIZATION_ID, KEYWRIGHT_API_PUBLIC_KEY, KEYWRIGHT_API_PRIVATE_KEY missing/],
    ['{"not": "lines"}', /KEYWRIGHT_ORGANIZATION_ID/],
    [linesOf({ publicKey: '02ab', privateKey: 'f'.repeat(64) }), /belongs to no P-256 key/],
    [linesOf({ publicKey: '02ab', privateKey: 'short' }), /must be 64 hexadecimal digits/],
    [linesOf(generateApiKeyPair(platformRandom)).replace(ORGANIZATION, 'mine'), /is not a UUID: mine/],
  ])('rejects %j', (text, problem) => {
    expect(() => readSettings(text)).toThrow(problem)
  })
})
