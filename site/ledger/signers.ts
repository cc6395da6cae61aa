/** Recorded requests of the chain libraries' signers and the server's responses. */

/** Install alias of a signer. `installed` has its published name. */
export type SignerAlias =
  | 'viem-signer-old'
  | 'viem-signer-new'
  | 'ethers-signer-old'
  | 'ethers-signer-new'
  | 'solana-signer-old'
  | 'solana-signer-mid'
  | 'solana-signer-new'
  | 'cosmjs-signer-new'

/** Clients that a signer can use: the plain HTTP client or the server SDK. */
export type ClientKind = 'http' | 'sdk-server'

export interface ProvenCall {
  readonly client: SignerAlias
  readonly version: string
  /** The kinds of client with which it was tested. */
  readonly through: readonly ClientKind[]
  /** The signer's method, with the kind of payload if it matters. */
  readonly call: string
  /** Name of the call that it sends. */
  readonly apiCall: string
  /** Null for a query. */
  readonly activityType: string | null
  /** Encoding and hash function, or the kind of transaction. Empty for queries and rejections. */
  readonly asks: readonly string[]
  readonly answer: 'accepted' | 'refused'
  /** Note for readers. */
  readonly note: string
}

const BOTH = ['http', 'sdk-server'] as const
const NO_OP = 'HASH_FUNCTION_NO_OP'

type Row = Omit<ProvenCall, 'client' | 'version'>

/** A call that the server accepts from both kinds of client. */
function rawPayload(call: string, encoding: string, hashFunction: string, note = ''): Row {
  return {
    through: BOTH,
    call,
    apiCall: 'sign_raw_payload',
    activityType: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    asks: [`PAYLOAD_ENCODING_${encoding}`, hashFunction],
    answer: 'accepted',
    note,
  }
}

function transaction(call: string, kind: 'ETHEREUM' | 'SOLANA', note = ''): Row {
  return {
    through: BOTH,
    call,
    apiCall: 'sign_transaction',
    activityType: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    asks: [`TRANSACTION_TYPE_${kind}`],
    answer: 'accepted',
    note,
  }
}

function refused(row: Row): Row {
  return { ...row, asks: [], answer: 'refused' }
}

function findsKey(call: string): Row {
  return {
    through: BOTH,
    call: `${call}, with the id of a private key`,
    apiCall: 'get_private_key',
    activityType: null,
    asks: [],
    answer: 'accepted',
    note: '',
  }
}

const rowsOf = (client: SignerAlias, version: string, rows: readonly Row[]): ProvenCall[] =>
  rows.map((row) => ({ client, version, ...row }))

const HASHES_ITSELF = 'It hashes the typed data itself, so policies see only a digest.'
const SENDS_DATA = 'It sends the typed data as JSON, and the server hashes it.'
const ETHEREUM_KINDS = 'Legacy, EIP-2930, EIP-1559, EIP-4844 and EIP-7702.'
const STUB_PROVIDER = 'Filled in from a stub provider without a chain.'
const ADDED = 'Legacy, and version 0 with a lookup table.'
const SLOT_FILLED = 'The same kinds, alone or with another payer’s signature. Other slots stay unchanged.'

const viemOld: readonly Row[] = [
  rawPayload('signMessage', 'HEXADECIMAL', NO_OP),
  rawPayload('signTypedData', 'HEXADECIMAL', NO_OP, HASHES_ITSELF),
  transaction('signTransaction', 'ETHEREUM', ETHEREUM_KINDS),
  refused(
    transaction(
      'signTransaction, blob with sidecars',
      'ETHEREUM',
      'It sends the wrapper with the blobs instead of an unsigned transaction. Omit the sidecars, or use a current version.',
    ),
  ),
  findsKey('createAccount'),
]

const viemNew: readonly Row[] = [
  rawPayload('signMessage', 'HEXADECIMAL', NO_OP),
  rawPayload('sign', 'HEXADECIMAL', NO_OP),
  rawPayload('signTypedData', 'EIP712', NO_OP, SENDS_DATA),
  rawPayload(
    'signTypedData, without the type of the domain',
    'EIP712',
    NO_OP,
    'A defect of the client: it drops the domain unless `types` has `EIP712Domain`, and signs for an empty one. A wallet client adds the type.',
  ),
  rawPayload('signAuthorization', 'EIP7702_AUTHORIZATION', NO_OP),
  transaction('signTransaction', 'ETHEREUM', ETHEREUM_KINDS),
  transaction('signTransaction, blob with sidecars', 'ETHEREUM', 'It sends the transaction without blobs.'),
  refused(
    transaction(
      'signTransaction, type 0x76',
      'ETHEREUM',
      'It names a type of transaction that the server does not implement: 400.',
    ),
  ),
  findsKey('createAccount'),
]

const ethersOld: readonly Row[] = [
  rawPayload('signMessage', 'HEXADECIMAL', NO_OP),
  rawPayload('signTypedData', 'HEXADECIMAL', NO_OP, HASHES_ITSELF),
  transaction('signTransaction', 'ETHEREUM', ETHEREUM_KINDS),
  transaction('sendTransaction', 'ETHEREUM', STUB_PROVIDER),
  findsKey('getAddress'),
]

const ethersNew = ethersOld.map((row) =>
  row.call === 'signTypedData' ? rawPayload('signTypedData', 'EIP712', NO_OP, SENDS_DATA) : row,
)

const solanaRaw: readonly Row[] = [
  rawPayload('signMessage', 'HEXADECIMAL', 'HASH_FUNCTION_NOT_APPLICABLE'),
  rawPayload('addSignature', 'HEXADECIMAL', 'HASH_FUNCTION_NOT_APPLICABLE', ADDED),
  {
    ...rawPayload('signAllTransactions', 'HEXADECIMAL', 'HASH_FUNCTION_NOT_APPLICABLE', ADDED),
    apiCall: 'sign_raw_payloads',
    activityType: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
  },
]

const solana: readonly Row[] = [...solanaRaw, transaction('signTransaction', 'SOLANA', SLOT_FILLED)]

const cosmos: readonly Row[] = [
  {
    ...rawPayload('signDirect', 'HEXADECIMAL', NO_OP, 'It sends the SHA-256 digest of the document.'),
    through: ['sdk-server'],
  },
  {
    ...rawPayload(
      'signDirect',
      'HEXADECIMAL',
      'HASH_FUNCTION_SHA256',
      'A defect of the client: it asks to hash its digest once more, so the signature does not fit the document.',
    ),
    through: ['http'],
  },
  findsKey('init'),
]

/** In the ledger's order. A test compares it with the signers' real requests. */
export const signersProven: readonly ProvenCall[] = [
  ...rowsOf('viem-signer-old', '0.6.7', viemOld),
  ...rowsOf('viem-signer-new', '0.14.37', viemNew),
  ...rowsOf('ethers-signer-old', '1.1.7', ethersOld),
  ...rowsOf('ethers-signer-new', '1.3.29', ethersNew),
  ...rowsOf(
    'solana-signer-old',
    '0.3.10',
    solanaRaw.map((row) => ({ ...row, through: ['http'] })),
  ),
  ...rowsOf('solana-signer-mid', '1.0.38', solana),
  ...rowsOf('solana-signer-new', '1.1.37', solana),
  ...rowsOf('cosmjs-signer-new', '0.8.2', cosmos),
]
