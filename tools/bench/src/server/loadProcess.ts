/** A process that generates load: stamps a request, sends it, and continues after the response. */
import { createStamp, platformRandom, toHex, toStampHeader, toUtf8 } from '@keywright/keys'
import { plugTestCrypto } from '@keywright/server/test/crypto'
import { Pool } from 'undici'
import { signing } from '../rawPair.ts'
import type { Loaded, LoadQuestion, Target } from './load.ts'
import { asked } from './processes.ts'

const question = await asked<LoadQuestion>()
// OpenSSL signs in a tenth of the time.
plugTestCrypto()
const { urls, targets, atOnce, count = Number.POSITIVE_INFINITY } = question
const connections = Math.ceil(atOnce / urls.length)
const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }))
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
function stamped({ organizationId, signWith }: Target) {
  const body = JSON.stringify({
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    timestampMs: String(Date.now()),
    organizationId,
    parameters: { ...signing(signWith, 0), payload: toHex(platformRandom(32)) },
  })
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), question.apiKey.privateKey)
  return { body, stamp: toStampHeader(stamp) }
}

/** Retries until the response is 200, as a client does. @returns the number of retries */
async function post(pool: Pool, { body, stamp }: ReturnType<typeof stamped>): Promise<number> {
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
