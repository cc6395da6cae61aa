/** A request that is begun again (in its turn, or since others came between) still carries the same stamp and body. */
import { type Proof, readProof } from './headers.ts'

/** What is found out about a request once, however often it is begun. */
export interface Once {
  /** @throws ApiError 401; see `readProof` */
  proof(headers: Headers): Proof
  /** Whether the request's one stamp verifies, by what it is verified with. */
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
