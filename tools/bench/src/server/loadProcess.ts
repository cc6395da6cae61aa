/** A process that generates load: stamps a request, sends it, and continues after the response. */
import { createPrivateKey, sign } from 'node:crypto'
import {
  parseHex,
  platformRandom,
  toBase64url,
  toHex,
  toStampHeader,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { Pool } from 'undici'
import type { Loaded, LoadKey, LoadQuestion, Target } from './load.ts'
import { asked } from './processes.ts'

const question = await asked<LoadQuestion>()
const { urls, targets, atOnce, count = Number.POSITIVE_INFINITY } = question
const connections = Math.ceil(atOnce / urls.length)
const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }))
const stamped = openStamper(question.apiKey)
const answers: [at: number, milliseconds: number][] = []
let sentAgain = 0
let next = 0
const begun = performance.now()
const end = begun + (question.seconds ?? Number.POSITIVE_INFINITY) * 1_000

async function work(): Promise<void> {
  for (let n = next++; n < count && performance.now() < end; n = next++) {
    const request = stamped(targets[n % targets.length]!)
    // Stamping is the client's work and not measured.
    const sent = performance.now()
    sentAgain += await post(pools[n % pools.length]!, request)
    const answered = performance.now()
    answers.push([answered - begun, answered - sent])
  }
}
await Promise.all(Array.from({ length: atOnce }, work))
process.send!({ answers, sentAgain } satisfies Loaded)

/** Each request is different, so that none is a repetition that the server answers from storage. */
function openStamper({ publicKey, privateKey }: LoadKey) {
  // 04 || x || y
  const point = uncompressP256PublicKey(parseHex(publicKey, 'public key'))
  const [x, y] = [toBase64url(point.subarray(1, 33)), toBase64url(point.subarray(33))]
  const d = toBase64url(parseHex(privateKey, 'private key'))
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } })
  return ({ organizationId, signWith }: Target) => {
    const body = JSON.stringify({
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      timestampMs: String(Date.now()),
      organizationId,
      parameters: {
        signWith,
        payload: toHex(platformRandom(32)),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
    })
    // DER, the encoding of a P-256 stamp.
    const signature = toHex(sign('sha256', Buffer.from(body), key))
    return { body, stamp: toStampHeader({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature }) }
  }
}

/** Retries until the response is 200, as a client does. @returns the number of retries */
async function post(pool: Pool, { body, stamp }: { body: string; stamp: string }): Promise<number> {
  const headers = { 'content-type': 'text/plain;charset=UTF-8', 'x-stamp': stamp }
  for (let refusals = 0; ; refusals++) {
    const answer = await pool.request({
      method: 'POST',
      path: '/public/v1/submit/sign_raw_payload',
      headers,
      body,
    })
    const text = await answer.body.text()
    if (answer.statusCode === 200) return refusals
    const retryAfter = answer.headers['retry-after']
    if (answer.statusCode !== 503 || !retryAfter) throw new Error(`a measured request was refused: ${text}`)
    await new Promise((done) => setTimeout(done, Number(retryAfter) * 1_000))
  }
}
