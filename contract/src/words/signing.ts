/** What the calls about signing do. */
import type { CallWords } from './callWords.ts'

export const signingWords = {
  sign_raw_payload: {
    summary: 'Signs a payload with a wallet account or a private key.',
    description:
      'ECDSA with deterministic nonces (RFC 6979) and low-s on secp256k1; Schnorr (BIP-340) with the tweaked key for P2TR addresses; Ed25519 on ed25519. A policy sees no transaction here: `eth.tx` and `solana.tx` are absent.',
    fields: { privateKeyId: 'Id of the private key that signs, a UUID.' },
    errors: ['SIGNER_NOT_FOUND', 'PAYLOAD_MALFORMED', 'PAYLOAD_NOT_DIGEST', 'HASH_FUNCTION_MISMATCH'],
  },
  sign_raw_payloads: {
    summary: 'Signs several payloads with one key, all or none.',
    description:
      'As `sign_raw_payload`, with one encoding and one hash function for all. The signatures keep the order.',
    errors: ['SIGNER_NOT_FOUND', 'PAYLOAD_MALFORMED', 'PAYLOAD_NOT_DIGEST', 'HASH_FUNCTION_MISMATCH'],
  },
  sign_transaction: {
    summary: 'Signs a transaction and answers it in full.',
    description:
      'The transaction is read, so that policies can look inside (`eth.tx`, `solana.tx`). It is signed as it is: nothing is filled in, and nothing is broadcast.',
    fields: {
      type: 'Kind of transaction.',
      privateKeyId: 'Id of the private key that signs, a UUID.',
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
