/** An ethers signer that signs through the API and verifies each signature against its address. */
import {
  findAddress,
  type SignerConfig,
  SignerError,
  signPayload,
  signUnsigned,
} from '@keywright/client/signing'
import {
  AbstractSigner,
  type Authorization,
  type AuthorizationRequest,
  copyRequest,
  getAddress,
  hashAuthorization,
  hashMessage,
  isAddress,
  type Provider,
  recoverAddress,
  resolveAddress,
  resolveProperties,
  Signature,
  Transaction,
  type TransactionLike,
  type TransactionRequest,
  type TypedDataDomain,
  TypedDataEncoder,
  type TypedDataField,
} from 'ethers'

export interface SignerSettings extends SignerConfig {
  /** The account's address, if known and `signWith` is a private key id or a public key. Saves a request. Default: looked up once. */
  readonly ethereumAddress?: string
}

/**
 * An ethers v6 signer for an Ethereum key of the organization. It signs transactions with `sign_transaction`, so policies
 * see recipient and value, and messages (EIP-191), typed data (EIP-712) and authorizations (EIP-7702) as raw payloads. It
 * verifies every signature against the address before returning it.
 *
 * Its methods throw what `@keywright/client` throws (`ConsensusNeededError`, whose `resume()` returns `signed`), and
 * SignerError `ADDRESS_INVALID`, `ADDRESS_MISSING`, `ACCOUNT_UNKNOWN`, `SIGNER_MISMATCH`.
 *
 * @example
 * const signer = new KeywrightSigner({ client, signWith: '0x…' }, provider)
 * await signer.sendTransaction({ to, value })
 */
export class KeywrightSigner extends AbstractSigner {
  readonly #settings: SignerSettings
  #address: Promise<string> | undefined

  /** @param provider for nonce, gas and broadcasting; not needed for signing */
  constructor(settings: SignerSettings, provider: Provider | null = null) {
    super(provider)
    this.#settings = settings
  }

  /** The same signer with another provider. */
  override connect(provider: Provider | null): KeywrightSigner {
    return new KeywrightSigner(this.#settings, provider)
  }

  /** The address with its checksum (EIP-55). Looked up once, and only if `signWith` is an id. */
  override getAddress(): Promise<string> {
    this.#address ??= addressOf(this.#settings).catch((error: unknown) => {
      // Retry a failed lookup next time.
      this.#address = undefined
      throw error
    })
    return this.#address
  }

  /** Signs a transaction with `sign_transaction`, so policies see it. @returns the signed transaction, hexadecimal with `0x` */
  override async signTransaction(request: TransactionRequest): Promise<string> {
    // Copy member by member, because `sendTransaction` passes a Transaction, whose members are getters.
    const { to, from, ...fields } = await resolveProperties(copyRequest(request))
    if (from != null) await this.#assertOwn(await resolveAddress(from, this.provider))
    const transaction = Transaction.from({
      ...fields,
      ...(to != null && { to: await resolveAddress(to, this.provider) }),
    } as TransactionLike<string>)
    const unsignedTransaction = transaction.unsignedSerialized.slice(2)
    return signUnsigned(
      await this.#signer(),
      { type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction },
      async (signed) => {
        const { signature } = Transaction.from(`0x${signed}`)
        // Set the signature on the requested transaction, so the server can't swap it.
        transaction.signature = await this.#held(transaction.unsignedHash, signature!)
        return transaction.serialized
      },
    )
  }

  /** EIP-191. @returns 65 bytes, hexadecimal with `0x` */
  override async signMessage(message: string | Uint8Array): Promise<string> {
    const hash = hashMessage(message)
    return this.#sign('PAYLOAD_ENCODING_HEXADECIMAL', hash, hash, ({ serialized }) => serialized)
  }

  /** EIP-712. Sends the typed data itself, so policies can read it. @returns 65 bytes, hexadecimal with `0x` */
  override async signTypedData(
    domain: TypedDataDomain,
    types: Record<string, TypedDataField[]>,
    value: Record<string, unknown>,
  ): Promise<string> {
    const named = await TypedDataEncoder.resolveNames(
      domain,
      types,
      value,
      (name) => resolveAddress(name, this.provider) as Promise<string>,
    )
    const payload = JSON.stringify(TypedDataEncoder.getPayload(named.domain, types, named.value))
    const hash = TypedDataEncoder.hash(named.domain, types, named.value)
    return this.#sign('PAYLOAD_ENCODING_EIP712', payload, hash, ({ serialized }) => serialized)
  }

  /** EIP-7702: lets a contract act for the account. */
  override async authorize(request: AuthorizationRequest): Promise<Authorization> {
    const { address, chainId, nonce } = await this.populateAuthorization(request)
    const authorization = {
      address: await resolveAddress(address!, this.provider),
      chainId: BigInt(chainId ?? 0),
      nonce: BigInt(nonce ?? 0),
    }
    const payload = JSON.stringify({
      address: authorization.address,
      // As texts, because numbers would round them.
      chainId: String(authorization.chainId),
      nonce: String(authorization.nonce),
    })
    const hash = hashAuthorization(authorization)
    return this.#sign('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', payload, hash, (signature) => ({
      ...authorization,
      signature,
    }))
  }

  /** @param hash expected hash of the payload */
  async #sign<Signed>(
    encoding:
      | 'PAYLOAD_ENCODING_HEXADECIMAL'
      | 'PAYLOAD_ENCODING_EIP712'
      | 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
    payload: string,
    hash: string,
    shape: (signature: Signature) => Signed,
  ): Promise<Signed> {
    return signPayload(
      await this.#signer(),
      { payload, encoding, hashFunction: 'HASH_FUNCTION_NO_OP' },
      async ({ r, s, v }) => {
        const signature = Signature.from({ r: `0x${r}`, s: `0x${s}`, yParity: v === '01' ? 1 : 0 })
        return shape(await this.#held(hash, signature))
      },
    )
  }

  /** The API compares addresses case-sensitively; people write both cases. */
  async #signer(): Promise<SignerConfig> {
    const address = await this.getAddress()
    const { signWith } = this.#settings
    return isAddress(signWith) ? { ...this.#settings, signWith: address } : this.#settings
  }

  async #held(hash: string, signature: Signature): Promise<Signature> {
    const address = await this.getAddress()
    const actual = recoverAddress(hash, signature)
    if (actual === address) return signature
    throw new SignerError(
      'SIGNER_MISMATCH',
      `${this.#settings.signWith} signs as ${actual}, not as ${address}`,
      'pass the address that belongs to `signWith`',
    )
  }

  async #assertOwn(from: string): Promise<void> {
    const address = await this.getAddress()
    if (getAddress(from) === address) return
    throw new SignerError(
      'ACCOUNT_UNKNOWN',
      `the transaction is from ${from}, but this signer is ${address}`,
      'leave `from` out, or use the signer of that address',
    )
  }
}

async function addressOf(settings: SignerSettings): Promise<string> {
  const given = settings.ethereumAddress ?? (await findAddress(settings, 'ADDRESS_FORMAT_ETHEREUM'))
  // ethers also reads ICAP addresses, which the API doesn't support.
  if (isAddress(given) && /^0x/i.test(given)) return getAddress(given)
  throw new SignerError(
    'ADDRESS_INVALID',
    `\`${given}\` is not an Ethereum address`,
    'use an account with ADDRESS_FORMAT_ETHEREUM, or pass `ethereumAddress`',
  )
}
