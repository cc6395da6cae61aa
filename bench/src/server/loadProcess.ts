/** The load: stamps distinct requests beforehand, then sends them over kept connections as fast as answers come. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import {
  parseHex,
  platformRandom,
  toBase64url,
  toHex,
  toStampHeader,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { Pool } from 'undici'
import { answerQuestions } from './child.ts'
import type { Burst, LoadKey, LoadQuestion, Target } from './load.ts'

interface Prepared {
  readonly path: string
  readonly body: string
  readonly stamp: string
}

let prepared: readonly Prepared[] = []

answerQuestions<LoadQuestion, Burst | undefined>(async (question) => {
  if (question.ask === 'send') return send(question.urls, question.atOnce, question.count ?? prepared.length)
  const { apiKey, targets, count, kind } = question
  const key = privateKeyOf(apiKey)
  prepared = Array.from({ length: count }, (_, n) => {
    const { path, body } = compose[kind](targets[n % targets.length]!)
    // DER, the encoding of a P-256 stamp.
    const signature = toHex(sign('sha256', Buffer.from(body), key))
    const scheme = 'SIGNATURE_SCHEME_TK_API_P256'
    return { path, body, stamp: toStampHeader({ publicKey: apiKey.publicKey, scheme, signature }) }
  })
  return undefined
})

const compose = {
  sign: ({ organizationId, signWith }: Target) => ({
    path: '/public/v1/submit/sign_raw_payload',
    body: bodyOf('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', organizationId, {
      signWith,
      payload: toHex(platformRandom(32)),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    }),
  }),
  rename: ({ organizationId, userTagId }: Target) => ({
    path: '/public/v1/submit/update_user_tag',
    body: bodyOf('ACTIVITY_TYPE_UPDATE_USER_TAG', organizationId, {
      userTagId,
      newUserTagName: toHex(platformRandom(8)),
      addUserIds: [],
      removeUserIds: [],
    }),
  }),
}

const bodyOf = (type: string, organizationId: string, parameters: object) =>
  JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters })

/** Sends what is prepared, from the start again when it is used up: in turn to each address, `atOnce` under way. */
async function send(urls: readonly string[], atOnce: number, count: number): Promise<Burst> {
  const pools = urls.map(
    (url) => new Pool(url, { connections: Math.ceil(atOnce / urls.length), pipelining: 1 }),
  )
  const latencies: number[] = []
  let next = 0
  let refusals = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) {
      const started = performance.now()
      refusals += await post(pools[n % pools.length]!, prepared[n % prepared.length]!)
      latencies.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - started) / 1_000
  await Promise.all(pools.map((pool) => pool.close()))
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]!
  return { perSecond: count / seconds, p50: quantile(0.5), p99: quantile(0.99), refusals }
}

/** Sends until it is answered with 200, as a client does that is told to try again. @returns how often it was told */
async function post(pool: Pool, { path, body, stamp }: Prepared): Promise<number> {
  const headers = { 'content-type': 'text/plain;charset=UTF-8', 'x-stamp': stamp }
  for (let refusals = 0; ; refusals++) {
    const answer = await pool.request({ method: 'POST', path, headers, body })
    const text = await answer.body.text()
    if (answer.statusCode === 200) return refusals
    const retryAfter = answer.headers['retry-after']
    if (answer.statusCode !== 503 || !retryAfter) throw new Error(`a measured request was refused: ${text}`)
    await new Promise((done) => setTimeout(done, Number(retryAfter) * 1_000))
  }
}

function privateKeyOf({ publicKey, privateKey }: LoadKey): KeyObject {
  // 04 || x || y
  const point = uncompressP256PublicKey(parseHex(publicKey, 'public key'))
  const [x, y] = [toBase64url(point.subarray(1, 33)), toBase64url(point.subarray(33))]
  const d = toBase64url(parseHex(privateKey, 'private key'))
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } })
}
