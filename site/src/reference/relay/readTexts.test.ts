/** What the reader types of another server: an address, and the settings that `keywright dev` prints. */
import { apiKeyCurves, generateApiKeyPair, platformRandom } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { words } from './openRelay.ts'
import { readSettings } from './settings.ts'
import { type RelayTarget, readTarget } from './target.ts'

const PAGE = new URL('https://docs.keywright.example/api/')
const LOCAL_PAGE = new URL('http://127.0.0.1:3000/api/')

describe('readTarget', () => {
  it.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787', true],
    [' http://localhost:8787/ ', 'http://localhost:8787', true],
    ['https://keys.example/team/', 'https://keys.example/team', false],
    ['https://KEYS.example:443/public/v1', 'https://keys.example', false],
  ])('reads %s', (text, base, isHere) => {
    const isMixed = base.startsWith('http:')
    expect(readTarget(text, PAGE)).toEqual({ base, origin: new URL(base).origin, isHere, isMixed })
  })

  it.each([
    ['', /whole address/],
    ['127.0.0.1:8787', /whole address|Only http/],
    ['javascript:alert(1)', /Only http/],
    ['https://me:secret@keys.example', /secret/],
    ['https://keys.example/?key=1', /after \?/],
    ['https://keys.example/#k', /after \?/],
    ['http://[::1]:8787', /IPv6/],
    ['http://keys.example', /mixed content/],
  ])('says what is wrong with %j', (text, problem) => {
    const read = readTarget(text, PAGE)
    expect(read).toEqual({ problem: expect.stringMatching(problem) })
    expect(JSON.stringify(read)).not.toContain('me:secret')
  })

  it('lets a page that came by http send to http', () => {
    expect(readTarget('http://keys.example', LOCAL_PAGE)).toMatchObject({
      origin: 'http://keys.example',
      isMixed: false,
    })
  })

  it('says of a browser that lets https send nothing to http what to do, and of no other', () => {
    const here = (page: URL) => words('UNREACHABLE', readTarget('http://127.0.0.1:8787', page) as RelayTarget)
    expect(here(PAGE)).toMatch(
      /Open this page in Chrome, Edge or Firefox, or run the request in your terminal/,
    )
    expect(here(LOCAL_PAGE)).not.toContain('https')
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

  it('refuses two keys that are no pair, without telling the private one', () => {
    const [one, other] = [generateApiKeyPair(platformRandom), generateApiKeyPair(platformRandom)]
    const read = () => readSettings(linesOf({ ...one, publicKey: other.publicKey }))
    expect(read).toThrow(
      `the private key belongs to ${one.publicKey}, and KEYWRIGHT_API_PUBLIC_KEY is ${other.publicKey}`,
    )
    expect(read).not.toThrow(one.privateKey)
  })

  it.each([
    ['', /no KEYWRIGHT_ORGANIZATION_ID, no KEYWRIGHT_API_PUBLIC_KEY, no KEYWRIGHT_API_PRIVATE_KEY/],
    ['{"not": "lines"}', /There is no KEYWRIGHT_ORGANIZATION_ID/],
    [linesOf({ publicKey: '02ab', privateKey: 'f'.repeat(64) }), /belongs to no P-256 key/],
    [linesOf({ publicKey: '02ab', privateKey: 'short' }), /not 64 hexadecimal digits/],
    [linesOf(generateApiKeyPair(platformRandom)).replace(ORGANIZATION, 'mine'), /is no id: mine/],
  ])('says what is wrong with %j', (text, problem) => {
    expect(() => readSettings(text)).toThrow(problem)
  })
})
