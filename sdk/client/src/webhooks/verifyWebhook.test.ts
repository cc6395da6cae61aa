/** Deliveries of the clients' common vectors, in every shape that servers hand over headers and bodies in. */

import { generateKeyPairSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { webhooks } from '../../../../clients/vectors.json'
import { fetchWebhookKeys, verifyWebhook, type WebhookHeaders } from './verifyWebhook.ts'

type Plain = Record<string, string>
const renamed = (headers: Plain, rename: (name: string) => string): Plain =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]))
const title = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

const headersAs: Record<string, (headers: Plain) => WebhookHeaders> = {
  'a plain object': (headers) => headers,
  'an object in title case': (headers) => renamed(headers, title),
  'an object in upper case': (headers) => renamed(headers, (name) => name.toUpperCase()),
  'lists of values': (headers) =>
    Object.fromEntries(Object.entries(renamed(headers, title)).map(([name, value]) => [name, [value]])),
  Headers: (headers) => new Headers(headers),
  'Headers of another realm': (headers) => {
    const own = new Headers(headers)
    return { get: own.get.bind(own), [Symbol.iterator]: () => own.entries() } as unknown as Headers
  },
  'a Map in title case': (headers) => new Map(Object.entries(renamed(headers, title))),
  'a function': (headers) => (name) => headers[name],
  'an object without a prototype': (headers) => Object.assign(Object.create(null), headers),
}
const bodyAs: Record<string, (body: string) => string | Uint8Array | ArrayBuffer> = {
  text: (body) => body,
  Buffer: (body) => Buffer.from(body),
  'Uint8Array within a longer buffer': (body) => {
    const bytes = new TextEncoder().encode(body)
    const longer = new Uint8Array(bytes.length + 8)
    longer.set(bytes, 4)
    return longer.subarray(4, 4 + bytes.length)
  },
  ArrayBuffer: (body) => new TextEncoder().encode(body).buffer,
}

/** Every shape of headers with a text, and every shape of a body with a plain object. */
const shapes = [
  ...Object.keys(headersAs).map((name) => [name, 'text'] as const),
  ...Object.keys(bodyAs).map((name) => ['a plain object', name] as const),
]
describe.each(shapes)('headers as %s, body as %s', (headersName, bodyName) => {
  it.each(webhooks.deliveries)('$name: $error', ({ body, now, headers, error }) => {
    const verify = () =>
      verifyWebhook(bodyAs[bodyName]!(body), headersAs[headersName]!(headers as Plain), {
        keys: webhooks.keys,
        now: () => now * 1000,
      })
    if (error) expect(verify).toThrow(expect.objectContaining({ code: error }))
    else expect(verify()).toMatchObject({ eventId: 'evt_1', eventType: 'activity.updated' })
  })
})

const [{ body, now, headers }] = webhooks.deliveries as [(typeof webhooks.deliveries)[0]]
const options = { keys: webhooks.keys, now: () => now * 1000 }

it.each<[string, unknown]>([
  ['an object that express.json() parsed', JSON.parse(body)],
  ['undefined', undefined],
  ['null', null],
])('rejects %s as a body, and says to pass the raw body', (_, parsed) => {
  expect(() => verifyWebhook(parsed as string, headers as Plain, options)).toThrow(/pass the raw body/)
})

it('accepts a signature by any of the keys', () => {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const other = { kid: 'another', x: x! }
  for (const keys of [
    [other, ...webhooks.keys],
    [...webhooks.keys, other],
  ])
    expect(verifyWebhook(body, headers as Plain, { ...options, keys }).eventId).toBe('evt_1')
  expect(() => verifyWebhook(body, headers as Plain, { ...options, keys: [other] })).toThrow()
})

it('rejects a header that comes twice with different values, in whatever case', () => {
  for (const double of [
    { ...headers, 'Webhook-Id': 'evt_2' },
    { ...headers, 'webhook-id': ['evt_1', 'evt_2'] },
  ] as WebhookHeaders[])
    expect(() => verifyWebhook(body, double, options)).toThrow(
      expect.objectContaining({ code: 'WEBHOOK_SIGNATURE_INVALID' }),
    )
  const same = { ...headers, 'Webhook-Id': 'evt_1' } as Plain
  expect(verifyWebhook(body, same, options).eventId).toBe('evt_1')
})

it('rejects bytes that are not UTF-8, as changed', () => {
  const bytes = Buffer.from(body.replace('ü', '?'), 'latin1')
  bytes[body.indexOf('ü')] = 0xfc
  expect(() => verifyWebhook(bytes, headers as Plain, options)).toThrow(
    expect.objectContaining({ code: 'WEBHOOK_SIGNATURE_INVALID' }),
  )
})

it('without headers is unsigned', () => {
  for (const none of [undefined, null, {}, new Map()])
    expect(() => verifyWebhook(body, none as never, options)).toThrow(
      expect.objectContaining({ code: 'WEBHOOK_UNSIGNED' }),
    )
})

it.each([undefined, [], { keys: webhooks.keys }])('with %o as keys says what to pass', (keys) => {
  for (const standard of [headers, { 'x-keywright-signature': '00' }])
    expect(() => verifyWebhook(body, standard as never, { ...options, keys: keys as never })).toThrow(
      expect.objectContaining({
        code: 'WEBHOOK_KEY_UNKNOWN',
        message: expect.stringMatching(/fetchWebhookKeys/),
      }),
    )
})

it('fetches keys with or without a slash at the end of the URL, and takes no error for keys', async () => {
  const asked: string[] = []
  const server = (answer: unknown) => ({
    fetch: async (url: string) => {
      asked.push(url)
      return Response.json(answer, { status: 503 })
    },
  })
  for (const url of ['https://api.example', 'https://api.example/'])
    expect(await fetchWebhookKeys(url, server({ keys: webhooks.keys }))).toEqual(webhooks.keys)
  expect(new Set(asked).size).toBe(1)
  for (const answer of [{ code: 14, message: 'later' }, { keys: null }, null])
    await expect(fetchWebhookKeys('https://api.example', server(answer))).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
})

it('takes the headers of Node', () => {
  expectTypeOf<IncomingHttpHeaders>().toExtend<WebhookHeaders>()
})
