/** Signatures by wallet accounts and private keys. */
import { list, optional, submit, version } from '../define.ts'
import { SignRawPayloadResult } from '../entities/signing.ts'
import { HashFunction, PayloadEncoding, TransactionType } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { hex, payload, text } from '../scalars.ts'

export const signingCalls = {
  sign_raw_payload: submit('PRIVATE_KEY', 'SIGN', {
    ACTIVITY_TYPE_SIGN_RAW_PAYLOAD: version(
      { privateKeyId: ids.privateKey, payload, encoding: PayloadEncoding, hashFunction: HashFunction },
      { r: hex, s: hex, v: hex },
    ),
    ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: version(
      { signWith: text, payload, encoding: PayloadEncoding, hashFunction: HashFunction },
      { r: hex, s: hex, v: hex },
      'signRawPayloadResult',
    ),
  }),
  sign_raw_payloads: submit('PRIVATE_KEY', 'SIGN', {
    ACTIVITY_TYPE_SIGN_RAW_PAYLOADS: version(
      { signWith: text, payloads: list(payload), encoding: PayloadEncoding, hashFunction: HashFunction },
      { signatures: optional(list(SignRawPayloadResult)) },
    ),
  }),
  sign_transaction: submit('PRIVATE_KEY', 'SIGN', {
    ACTIVITY_TYPE_SIGN_TRANSACTION: version(
      { privateKeyId: ids.privateKey, unsignedTransaction: hex, type: TransactionType },
      { signedTransaction: hex },
    ),
    ACTIVITY_TYPE_SIGN_TRANSACTION_V2: version(
      { signWith: text, unsignedTransaction: hex, type: TransactionType },
      { signedTransaction: hex },
      'signTransactionResult',
    ),
  }),
} as const
