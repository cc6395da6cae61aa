/** The minimum work of a stamped signature: one WebCrypto P-256 verification, one noble secp256k1 signature. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { answerQuestions } from './child.ts'
import type { RawAnswer, RawQuestion } from './load.ts'

const BODIES = 500
const BODY_BYTES = 350

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const stampKey = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
const walletKey = secp256k1.utils.randomSecretKey()
const stamped = await Promise.all(
  Array.from({ length: BODIES }, async (_, n) => {
    const body = new TextEncoder().encode(`${n}`.padStart(BODY_BYTES))
    return { body, signature: await crypto.subtle.sign(ecdsa, stampKey.privateKey, body) }
  }),
)

answerQuestions<RawQuestion, RawAnswer>(async ({ pairs, atOnce }) => {
  const before = process.cpuUsage()
  let next = 0
  // Same concurrency as the server: verifications leave the main thread, signatures don't.
  const worker = async () => {
    for (let n = next++; n < pairs; n = next++) {
      const { body, signature } = stamped[n % BODIES]!
      if (!(await crypto.subtle.verify(ecdsa, stampKey.publicKey, signature, body)))
        throw new Error('no match')
      secp256k1.sign(new Uint8Array(signature, 0, 32), walletKey, { prehash: false })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const { user, system } = process.cpuUsage(before)
  return { cpuSeconds: (user + system) / 1_000_000 }
})
