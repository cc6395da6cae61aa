/** Payloads with a meaning: Ethereum's typed data and authorizations. Loaded by `loadPayloads`. */
import { type Authorization, authorizationDigest, parseAuthorization } from './ethereum/authorization.ts'
import type { TypedData } from './ethereum/hashTypedData.ts'
import { parseTypedData, typedDataDigestInSteps } from './ethereum/typedData.ts'

/** A decoded payload: its bytes before hashing, and their meaning if the encoding defines one. */
export interface DecodedPayload {
  readonly bytes: Uint8Array
  readonly typedData?: TypedData
  readonly authorization?: Authorization
}

export const readers = {
  /** EIP-712, in steps. */
  *typedData(payload: string): Generator<void, DecodedPayload> {
    const typedData = parseTypedData(payload)
    return { bytes: yield* typedDataDigestInSteps(typedData), typedData }
  },
  /** EIP-7702. */
  authorization(payload: string): DecodedPayload {
    const authorization = parseAuthorization(payload)
    return { bytes: authorizationDigest(authorization), authorization }
  },
}
