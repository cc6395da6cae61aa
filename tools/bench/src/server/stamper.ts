/** Creates and sends stamped requests. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import {
  parseHex,
  platformRandom,
  toBase64url,
  toHex,
  toStampHeader,
  uncompressP256PublicKey,
} from '@keywright/keys'
import type { Pool } from 'undici'
import type { LoadKey, Target } from './load.ts'

export interface Prepared {
  readonly path: string
  readonly body: string
  readonly stamp: string
}

/** Each request is different, so that none is a repetition that the server answers from storage. */
export function openStamper(apiKey: LoadKey): (target: Target) => Prepared {
  const key = privateKeyOf(apiKey)
  return (target) => {
    const body = bodyOf(target)
    // DER, the encoding of a P-256 stamp.
    const signature = toHex(sign('sha256', Buffer.from(body), key))
    const scheme = 'SIGNATURE_SCHEME_TK_API_P256'
    return {
      path: '/public/v1/submit/sign_raw_payload',
      body,
      stamp: toStampHeader({ publicKey: apiKey.publicKey, scheme, signature }),
    }
  }
}

const bodyOf = ({ organizationId, signWith }: Target) =>
  JSON.stringify({
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

/** Retries until the response is 200, as a client does. @returns the number of retries */
export async function post(pool: Pool, { path, body, stamp }: Prepared): Promise<number> {
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
