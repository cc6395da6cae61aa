/**
 * Parsers of untrusted input, each with the code that runs after a successful parse: the subjects of tests and
 * fuzzing.
 */
import { bitcoinPolicyFields } from '../src/bitcoin/policyFields.ts'
import { parsePsbt, signPsbt } from '../src/bitcoin/psbt.ts'
import { openCredentialBundle, openEncryptedBundle, openExportBundle } from '../src/bundle.ts'
import { parseHex, parseUtf8, toHex } from '../src/encoding.ts'
import { parseAuthorization } from '../src/ethereum/authorization.ts'
import { ethereumPolicyFields } from '../src/ethereum/policyFields.ts'
import { parseEthereumTransaction, signEthereumTransaction } from '../src/ethereum/transaction.ts'
import { parseTypedData, typedDataDigest } from '../src/ethereum/typedData.ts'
import { parsePath } from '../src/path.ts'
import { parsePhrase } from '../src/phrase.ts'
import { parseShare } from '../src/share.ts'
import { solanaPolicyFields } from '../src/solana/policyFields.ts'
import { parseSolanaTransaction, signSolanaTransaction } from '../src/solana/transaction.ts'
import { parseStampHeader, verifyStamp } from '../src/stamp.ts'
import { verifyOpaqueToken, verifySessionToken } from '../src/token.ts'

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
