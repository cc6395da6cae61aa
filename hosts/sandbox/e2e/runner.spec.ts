import { expect, test } from '@playwright/test'
import { openPage, run } from './support.ts'

const FIRST_SIGNATURE = `
import { KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'

const { env } = process
const stamper = new ApiKeyStamper({
  apiPublicKey: env.KEYWRIGHT_API_PUBLIC_KEY!,
  apiPrivateKey: env.KEYWRIGHT_API_PRIVATE_KEY!,
})
const client = new KeywrightClient({ baseUrl: env.KEYWRIGHT_BASE_URL! }, stamper)
const organizationId: string = env.KEYWRIGHT_ORGANIZATION_ID!
const { organizationName } = await client.whoami({ organizationId })
console.log(organizationName)
interface Posted { path: string; type: string; parameters: object }
async function submit({ path, type, parameters }: Posted) {
  const body = JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters })
  const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body)
  const headers = { [stampHeaderName]: stampHeaderValue }
  const response = await fetch(env.KEYWRIGHT_BASE_URL + '/public/v1/submit/' + path, { method: 'POST', body, headers })
  return (await response.json()).activity.result
}
const account = (curve: string, path: string, addressFormat: string) => ({ curve, pathFormat: 'PATH_FORMAT_BIP32', path, addressFormat })
const { createWalletResult: { addresses } } = await submit({
  path: 'create_wallet',
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  parameters: { walletName: 'first', accounts: [
    account('CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM'),
    account('CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'),
  ] },
})
for (const [n, hashFunction] of ['HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_NOT_APPLICABLE'].entries()) {
  await submit({
    path: 'sign_raw_payload',
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    parameters: { signWith: addresses[n], payload: 'hello', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction },
  })
}
`

test.describe('an example', () => {
  test.beforeEach(({ page }) => openPage(page, { storage: 'memory' }))

  test('written by the reader signs, and the page verifies the signature', async ({ page }) => {
    const ran = await run(page, { source: FIRST_SIGNATURE })
    expect(ran).toMatchObject({ outcome: 'finished', lines: ['Acme'] })
    const requests = ran.events.flatMap((event) => (event.kind === 'request' ? [event.request] : []))
    expect(requests.map(({ call, status, stamp }) => [call, status, stamp.check])).toEqual([
      ['whoami', 200, 'valid'],
      ['create_wallet', 200, 'valid'],
      ['sign_raw_payload', 200, 'valid'],
      ['sign_raw_payload', 200, 'valid'],
    ])
    expect(requests.at(-1)!.explanation).toMatchObject({ decision: { verdict: 'ALLOWED' } })
    const results = ran.events.flatMap((event) => (event.kind === 'result' ? [event.result] : []))
    expect(results.map(({ kind, verified }) => [kind, verified])).toEqual([
      ['address', null],
      ['address', null],
      ['signature', true],
      ['signature', true],
    ])
  })

  test('with an unknown import fails with a list of available modules', async ({ page }) => {
    const ran = await run(page, { source: 'import fs from "node:fs"; console.log(fs)' })
    expect(ran).toMatchObject({ outcome: 'failed' })
    expect(ran.message).toMatch(/`node:fs` can’t be imported here. Available modules: @keywright\/client/)
  })

  test('with a syntax error fails with its position', async ({ page }) => {
    const ran = await run(page, { source: 'const a =\nconst b = }' })
    expect(ran).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/\(2:/) })
  })

  test('that contacts another host fails with a hint', async ({ page }) => {
    const ran = await run(page, { source: 'await fetch("https://example.com/x")' })
    expect(ran).toMatchObject({ outcome: 'failed' })
    expect(ran.message).toMatch(/not https:\/\/example.com/)
  })

  test('prints to its output', async ({ page }) => {
    const ran = await run(page, { source: 'console.log("hello", 1n, [1, { a: new Date(0) }])' })
    expect(ran).toMatchObject({ outcome: 'finished' })
    expect(ran.lines[0]).toBe('hello 1n [ 1, { a: 1970-01-01T00:00:00.000Z } ]')
  })

  test('that throws fails with the line number', async ({ page }) => {
    const ran = await run(page, { source: 'const a: number = 1\n\nthrow new Error("no " + a)' })
    expect(ran).toMatchObject({ outcome: 'failed' })
    expect(ran.message).toMatch(/no 1/)
    expect(ran.message).toMatch(/example\.ts:3/)
  })

  test('runs in a fresh context even if prepared in advance', async ({ page }) => {
    const leaves = 'globalThis.left = 1; Array.prototype.left = 1; fetch = () => "mine"; console.log("left")'
    expect(await run(page, { compiled: leaves }, {}, true)).toMatchObject({ outcome: 'finished' })
    await expect(page.locator('iframe')).toHaveCount(1)
    await expect.poll(() => page.workers().length).toBe(2)
    const looks = `${FIRST_SIGNATURE}; console.log(typeof globalThis.left, typeof [].left)`
    const ran = await run(page, { source: looks })
    expect(ran).toMatchObject({ outcome: 'finished', lines: ['Acme', 'undefined undefined'] })
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})
