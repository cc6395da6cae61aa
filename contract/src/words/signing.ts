/** What the calls about signing do. */
import type { CallWords } from './callWords.ts'

export const signingWords = {
  sign_raw_payload: {
    summary: 'Signs a payload with a wallet account or a private key.',
    description:
      'Signs with ECDSA (deterministic nonces by RFC 6979, low-s) on secp256k1, Schnorr (BIP-340) with the tweaked key for P2TR addresses, and Ed25519 on ed25519. Policies cannot inspect a transaction in this call: `eth.tx` and `solana.tx` are absent.',
    fields: { privateKeyId: 'Id of the private key to sign with, a UUID.' },
    errors: ['SIGNER_NOT_FOUND', 'PAYLOAD_MALFORMED', 'PAYLOAD_NOT_DIGEST', 'HASH_FUNCTION_MISMATCH'],
  },
  sign_raw_payloads: {
    summary: 'Signs several payloads with one key.',
    description:
      'Like `sign_raw_payload`, with one encoding and one hash function for all payloads. Signatures are returned in the order of the payloads. All payloads are signed or none.',
    errors: ['SIGNER_NOT_FOUND', 'PAYLOAD_MALFORMED', 'PAYLOAD_NOT_DIGEST', 'HASH_FUNCTION_MISMATCH'],
  },
  sign_transaction: {
    summary: 'Signs a transaction and returns the signed transaction.',
    description:
      'The engine parses the transaction so that policies can inspect it (`eth.tx`, `solana.tx`). It signs the transaction unchanged: it fills in no fields and broadcasts nothing.',
    fields: {
      type: 'Type of the transaction.',
      privateKeyId: 'Id of the private key to sign with, a UUID.',
    },
    errors: [
      'SIGNER_NOT_FOUND',
      'TRANSACTION_MALFORMED',
      'TRANSACTION_SIGNED',
      'TRANSACTION_SIGNER_MISMATCH',
      'TRANSACTION_TYPE_MISMATCH',
    ],
  },
} as const satisfies Record<string, CallWords>
