/** Caches authentication results across attempts of a request: a retry has the same stamp and body. */
import { type Proof, readProof } from './headers.ts'

/** Results that are computed once per request, however often it is retried. */
export interface Once {
  /** @throws ApiError 401; see `readProof` */
  proof(headers: Headers): Proof
  /** Whether the request's stamp verifies against this key or passkey. */
  verifies(verifiedWith: string, verify: () => Promise<boolean>): Promise<boolean>
}

export function rememberOnce(): Once {
  let proof: Proof | undefined
  const known = new Map<string, Promise<boolean>>()
  return {
    proof(headers) {
      proof ??= readProof(headers)
      return proof
    },
    verifies(verifiedWith, verify) {
      let answer = known.get(verifiedWith)
      if (!answer) known.set(verifiedWith, (answer = verify()))
      return answer
    },
  }
}
