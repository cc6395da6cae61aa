/** A measured signature: its account, its parameters, and its minimum work: one WebCrypto P-256 verification, one noble secp256k1 signature. */
import { secp256k1 } from '@noble/curves/secp256k1.js'

export const ETHEREUM_ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const

/** @param n makes the payload another one. Repeated requests would be answered from storage */
export const signing = (signWith: string, n: number) => ({
  signWith,
  payload: n.toString(16).padStart(64, '0'),
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
  hashFunction: 'HASH_FUNCTION_NO_OP' as const,
})

const BODIES = 500
const BODY_BYTES = 350

/** Runs the pair on one of several stamped bodies. */
export async function rawPair(): Promise<(n: number) => Promise<void>> {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const walletKey = secp256k1.utils.randomSecretKey()
  const stamped = await Promise.all(
    Array.from({ length: BODIES }, async (_, n) => {
      const body = new TextEncoder().encode(`${n}`.padStart(BODY_BYTES))
      return { body, signature: await crypto.subtle.sign(ecdsa, privateKey, body) }
    }),
  )
  return async (n) => {
    const { body, signature } = stamped[n % BODIES]!
    if (!(await crypto.subtle.verify(ecdsa, publicKey, signature, body))) throw new Error('no match')
    secp256k1.sign(new Uint8Array(signature, 0, 32), walletKey, { prehash: false })
  }
}
