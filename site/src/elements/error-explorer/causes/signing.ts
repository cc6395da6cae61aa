/** Payloads and transactions. */
import type { Cause } from '../prober.ts'

/** Signed: the example of EIP-155. */
const SIGNED_TRANSACTION =
  'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83'

/** Solana: one lamport from an account that nobody here has to itself, unsigned. */
const TRANSFER_OF_OTHERS = [
  `01${'00'.repeat(64)}`,
  `01000102${'11'.repeat(32)}${'00'.repeat(32)}`,
  '22'.repeat(32),
  '0101020000',
  '0c020000000100000000000000',
].join('')

const signed =
  (change: object): Cause =>
  async (prober) =>
    prober.submit('SIGN_RAW_PAYLOAD_V2', {
      signWith: await prober.signer('CURVE_SECP256K1'),
      payload: 'Hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
      ...change,
    })

const transaction =
  (
    unsignedTransaction: string,
    type = 'TRANSACTION_TYPE_ETHEREUM',
    curve: 'CURVE_SECP256K1' | 'CURVE_ED25519' = 'CURVE_SECP256K1',
  ): Cause =>
  async (prober) =>
    prober.submit('SIGN_TRANSACTION_V2', { signWith: await prober.signer(curve), type, unsignedTransaction })

export const signingCauses = {
  SIGNER_NOT_FOUND: signed({ signWith: '0x0000000000000000000000000000000000000000' }),
  PAYLOAD_MALFORMED: signed({
    payload: '{}',
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  }),
  PAYLOAD_NOT_DIGEST: signed({ hashFunction: 'HASH_FUNCTION_NO_OP' }),
  HASH_FUNCTION_MISMATCH: signed({ hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }),
  TRANSACTION_MALFORMED: transaction('02c0'),
  TRANSACTION_SIGNED: transaction(SIGNED_TRANSACTION),
  TRANSACTION_SIGNER_MISMATCH: transaction(TRANSFER_OF_OTHERS, 'TRANSACTION_TYPE_SOLANA', 'CURVE_ED25519'),
  TRANSACTION_TYPE_MISMATCH: transaction(TRANSFER_OF_OTHERS, 'TRANSACTION_TYPE_SOLANA'),
} as const satisfies Readonly<Record<string, Cause>>
