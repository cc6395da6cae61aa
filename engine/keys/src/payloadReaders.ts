/** Payloads with a meaning: Ethereum's typed data and authorizations. Loaded by `loadPayloads`. */
import { authorizationDigest, parseAuthorization } from './ethereum/authorization.ts'
import { parseTypedData, typedDataDigestInSteps } from './ethereum/typedData.ts'
import type { DecodedPayload } from './payload.ts'

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
