/**
 * Parsers of untrusted input, each with the code that runs after a successful parse: the subjects of tests and
 * fuzzing.
 */
import { bitcoinPolicyFields } from './bitcoin/policyFields.ts'
import { parsePsbt, signPsbt } from './bitcoin/psbt.ts'
import { openCredentialBundle, openEncryptedBundle, openExportBundle } from './bundle.ts'
import { parseHex, parseUtf8, toHex } from './encoding.ts'
import { parseAuthorization } from './ethereum/authorization.ts'
import {
  ethereumPolicyFields,
  parseEthereumTransaction,
  signEthereumTransaction,
} from './ethereum/transaction.ts'
import { parseTypedData, typedDataDigest } from './ethereum/typedData.ts'
import { parsePath } from './path.ts'
import { parsePhrase } from './phrase.ts'
import { parseShare } from './share.ts'
import { solanaPolicyFields } from './solana/policyFields.ts'
import { parseSolanaTransaction, signSolanaTransaction } from './solana/transaction.ts'
import { parseStampHeader, verifyStamp } from './stamp.ts'
import { verifyOpaqueToken, verifySessionToken } from './token.ts'

const key = new Uint8Array(32).fill(1)
const point = parseHex('026ff03b949241ce1dadd43519e6960e0a85b41a69a05c328103aa2bce1594ca16', 'key')
const expected = { signerPublicKey: toHex(point), organizationId: 'o' }
const text = (bytes: Uint8Array) => parseUtf8(bytes, 'input')

/** They throw only `KeysError`. */
export const readers = {
  ethereum(input) {
    const transaction = parseEthereumTransaction(input)
    ethereumPolicyFields(transaction, '')
    return signEthereumTransaction(transaction, key)
  },
  solana(input) {
    const transaction = parseSolanaTransaction(input)
    solanaPolicyFields(transaction)
    return signSolanaTransaction(transaction, key)
  },
  bitcoin(input) {
    bitcoinPolicyFields(parsePsbt(input))
    return signPsbt(input, key)
  },
  stamp: (input) => verifyStamp(parseStampHeader(text(input)), input),
  credentialBundle: (input) => openCredentialBundle(text(input), key),
  exportBundle: (input) => openExportBundle(text(input), key, expected),
  encryptedBundle: (input) => openEncryptedBundle(text(input), key),
  typedData: (input) => typedDataDigest(parseTypedData(text(input))),
  authorization: (input) => parseAuthorization(text(input)),
  share: (input) => parseShare(text(input)),
  sessionToken: (input) => verifySessionToken(text(input), point),
  opaqueToken: (input) => verifyOpaqueToken(text(input), key),
  path: (input) => parsePath(text(input)),
  phrase: (input) => parsePhrase(text(input)),
} satisfies Record<string, (input: Uint8Array) => unknown>

/** Parsers of binary input, whose corpora are hexadecimal. */
export const binaryReaders: readonly string[] = ['ethereum', 'solana', 'bitcoin']
