/** A viem local account that signs through the API and verifies each signature against its address. */
import type { SignRawPayloadResult } from '@keywright/client'
import {
  findAddress,
  type SignerConfig,
  SignerError,
  signPayload,
  signUnsigned,
} from '@keywright/client/signing'
import {
  type Address,
  fromRlp,
  getAddress,
  getTypesForEIP712Domain,
  type Hash,
  type Hex,
  hashMessage,
  hashTypedData,
  isAddress,
  keccak256,
  type LocalAccount,
  numberToHex,
  recoverAddress,
  type Signature,
  serializeSignature,
  serializeTransaction,
  serializeTypedData,
  slice,
} from 'viem'
import { toAccount } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'

export interface AccountConfig extends SignerConfig {
  /** The account's address, if known and `signWith` is a private key id or a public key. Saves a request. Default: looked up once. */
  readonly ethereumAddress?: Address
}

/** Everything that a local account can do, including hashes and EIP-7702 authorizations. */
export type KeywrightAccount = LocalAccount<'keywright'> & {
  readonly [Method in 'sign' | 'signAuthorization']: NonNullable<LocalAccount[Method]>
}

type Encoding =
  | 'PAYLOAD_ENCODING_HEXADECIMAL'
  | 'PAYLOAD_ENCODING_EIP712'
  | 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION'

/** First bytes of the envelopes that the API parses: EIP-2930, 1559, 4844, 7702. Legacy transactions are RLP lists, from 0xc0. */
const ENVELOPES = new Set(['01', '02', '03', '04'])

/**
 * A viem account for an Ethereum key of the organization. It signs transactions with `sign_transaction`, so policies see
 * recipient and value, and messages (EIP-191), typed data (EIP-712) and authorizations (EIP-7702) as raw payloads. It
 * verifies every signature against the address before returning it.
 *
 * @param config.signWith address of a wallet account in any letter case, or the id of a private key, whose address is
 * looked up once, here
 * @throws SignerError `ADDRESS_INVALID`, `ADDRESS_MISSING`; what the client throws. When signing also `SIGNER_MISMATCH`,
 * `TRANSACTION_UNSUPPORTED`, and `ConsensusNeededError`, whose `resume()` returns `signed`
 * @example
 * const account = await createAccount({ client, signWith: '0x…' })
 * const wallet = createWalletClient({ account, chain: mainnet, transport: http() })
 */
export async function createAccount(config: AccountConfig): Promise<KeywrightAccount> {
  const address = await addressOf(config)
  // The API compares addresses case-sensitively; viem and callers write both cases.
  const signer: SignerConfig = isAddress(config.signWith, { strict: false })
    ? { ...config, signWith: address }
    : config

  const held = (hash: Hash, signature: Signature) => assertSigner(config.signWith, address, hash, signature)
  /** @param hash expected hash of `payload` in this encoding */
  const signReadable = <Signed>(
    encoding: Encoding,
    payload: string,
    hash: Hash,
    shape: (signature: Signature) => Signed,
  ) =>
    signPayload(signer, { payload, encoding, hashFunction: 'HASH_FUNCTION_NO_OP' }, async (result) =>
      shape(await held(hash, signatureOf(result))),
    )
  const signHash = (hash: Hash) =>
    signReadable('PAYLOAD_ENCODING_HEXADECIMAL', hash, hash, serializeSignature)

  const account = toAccount({
    address,
    sign: ({ hash }) => signHash(hash),
    signMessage: async ({ message }) => signHash(hashMessage(message)),

    async signTransaction(transaction, { serializer = serializeTransaction } = {}) {
      assertExact(transaction.chainId)
      // Blobs aren't part of the signed bytes: EIP-4844 §Networking. Without `false`, viem computes sidecars again.
      const hasBlobs = 'blobs' in transaction || 'sidecars' in transaction
      const body = hasBlobs ? { ...transaction, sidecars: false } : transaction
      const unsigned = await serializer(body as typeof transaction)
      assertReadable(unsigned)
      return signUnsigned(
        signer,
        { type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: unsigned.slice(2) },
        async (signed) => {
          const signature = await held(keccak256(unsigned), readSignature(`0x${signed}`))
          // Serialize again from the request, so the server can't swap the transaction.
          return await serializer(transaction, signature)
        },
      )
    },

    async signTypedData(typedData) {
      const whole = withDomainType(typedData as TypedData)
      const [payload, hash] = [serializeTypedData(whole), hashTypedData(whole)]
      return signReadable('PAYLOAD_ENCODING_EIP712', payload, hash, serializeSignature)
    },

    async signAuthorization({ chainId, nonce, ...parameters }) {
      const contract = parameters.contractAddress ?? parameters.address
      return signReadable(
        'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        JSON.stringify({ address: contract, chainId: String(chainId), nonce: String(nonce) }),
        hashAuthorization({ address: contract, chainId, nonce }),
        (signature) => ({ address: contract, chainId, nonce, ...signature }) as never,
      )
    },
  })
  return { ...account, source: 'keywright' } as KeywrightAccount
}

async function assertSigner(signWith: string, address: Address, hash: Hash, signature: Signature) {
  const actual = await recoverAddress({ hash, signature })
  if (actual === address) return signature
  throw new SignerError(
    'SIGNER_MISMATCH',
    `${signWith} signs as ${actual}, not as ${address}`,
    'pass the address that belongs to `signWith`',
  )
}

/** viem's wallet client adds the domain type; direct callers of the account may omit it. */
function withDomainType({ domain = {}, types, primaryType, message }: TypedData) {
  const EIP712Domain = getTypesForEIP712Domain({ domain })
  return { domain, primaryType, message, types: { EIP712Domain, ...types } } as never
}

interface TypedData {
  readonly domain?: object
  readonly types: object
  readonly primaryType: string
  readonly message: object
}

async function addressOf(config: AccountConfig): Promise<Address> {
  const given = config.ethereumAddress ?? (await findAddress(config, 'ADDRESS_FORMAT_ETHEREUM'))
  if (isAddress(given, { strict: false })) return getAddress(given)
  throw new SignerError(
    'ADDRESS_INVALID',
    `\`${given}\` is not an Ethereum address`,
    'use an account with ADDRESS_FORMAT_ETHEREUM, or pass `ethereumAddress`',
  )
}

/** @throws SignerError `TRANSACTION_UNSUPPORTED` for a chain id that is already rounded */
function assertExact(chainId: number | undefined): void {
  if (typeof chainId !== 'number' || Number.isSafeInteger(chainId)) return
  throw new SignerError(
    'TRANSACTION_UNSUPPORTED',
    `chain id ${chainId} is not an exact number`,
    'pass chain ids above 2^53 as a bigint',
  )
}

/** @throws SignerError `TRANSACTION_UNSUPPORTED` */
function assertReadable(unsigned: Hex): void {
  const first = unsigned.slice(2, 4)
  if (ENVELOPES.has(first) || Number.parseInt(first, 16) >= 0xc0) return
  throw new SignerError(
    'TRANSACTION_UNSUPPORTED',
    `the API doesn't parse transactions of type 0x${first}`,
    "sign its hash with `account.sign({ hash })`, where policies can't see into it",
  )
}

function signatureOf({ r, s, v }: SignRawPayloadResult): Signature {
  const yParity = Number.parseInt(v, 16)
  return { r: `0x${r}`, s: `0x${s}`, v: BigInt(27 + yParity), yParity }
}

/** The last three items of a signed transaction. Its other items may be too large for viem's numbers. */
function readSignature(signed: Hex): Signature {
  const isLegacy = Number.parseInt(signed.slice(2, 4), 16) >= 0xc0
  const items = fromRlp(isLegacy ? signed : slice(signed, 1), 'hex') as Hex[]
  const [first, r, s] = items.slice(-3).map((item) => (item === '0x' ? 0n : BigInt(item))) as [
    bigint,
    bigint,
    bigint,
  ]
  // EIP-155, or 27 and 28 without a chain id.
  const yParity = Number(!isLegacy ? first : first >= 35n ? (first - 35n) % 2n : first - 27n)
  const v = isLegacy ? first : BigInt(27 + yParity)
  return { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity, v }
}
