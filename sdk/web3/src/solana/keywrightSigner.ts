/** A signer for Solana web3.js that signs through the API. */
import { type Connection, fromHex, toHex } from '@keywright/client'
import { compactOf, findAddress, SignerError, signPayload, signUnsigned } from '@keywright/client/signing'
import { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'

export interface SolanaSignerConfig {
  /** A `KeywrightClient`, or the result of `createConnection`. */
  readonly client: Connection
  /** Organization that owns the keys: a UUID. Default: the client's organization. */
  readonly organizationId?: string
}

/** Legacy, or version 0 with or without lookup tables. */
export type AnyTransaction = Transaction | VersionedTransaction

/**
 * Signs with the Solana keys of an organization. `signWith` is an address (base58), or the id of a private key, whose
 * address is looked up. Transactions are sent whole, with their signature slots, to `sign_transaction`, so policies see
 * transfers. Messages are signed as raw payloads.
 *
 * Methods throw what `@keywright/client` throws (`ConsensusNeededError`, whose `resume()` returns `signed`), and
 * SignerError `ADDRESS_INVALID`, `ADDRESS_MISSING`, `SIGNER_NOT_IN_TRANSACTION`, `SIGNER_MISMATCH`.
 *
 * @see https://solana.com/docs/core/transactions the compact array of signatures before the message
 * @example
 * const signer = new KeywrightSigner({ client })
 * await signer.addSignature(transaction, address)
 */
export class KeywrightSigner {
  readonly #config: SolanaSignerConfig

  constructor(config: SolanaSignerConfig) {
    this.#config = config
  }

  /** Signs a transaction in place. Keeps existing signatures of others. */
  async addSignature(transaction: AnyTransaction, signWith: string): Promise<void> {
    await this.#signed(transaction, signWith, (signature, signer) =>
      transaction.addSignature(signer, signature),
    )
  }

  /** Returns a signed copy of a transaction, with existing signatures of others. */
  async signTransaction<T extends AnyTransaction>(transaction: T, signWith: string): Promise<T> {
    return this.#signed(transaction, signWith, (signature, signer) => {
      const copy = copyOf(transaction)
      copy.addSignature(signer, signature)
      return copy
    })
  }

  /**
   * Returns signed copies, in order. Each is its own activity, so policies see every transaction. Rejects unless all are
   * signed.
   */
  async signAllTransactions<T extends AnyTransaction>(
    transactions: readonly T[],
    signWith: string,
  ): Promise<T[]> {
    for (const transaction of transactions) assertNeeded(transaction, await this.#find(signWith))
    const signed: T[] = []
    for (const transaction of transactions) signed.push(await this.signTransaction(transaction, signWith))
    return signed
  }

  /** Signs a message. @returns 64 bytes: ed25519 over the message itself (RFC 8032) */
  async signMessage(message: Uint8Array, signWith: string): Promise<Uint8Array> {
    await this.#find(signWith)
    return signPayload(
      { ...this.#config, signWith },
      {
        payload: toHex(message),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      },
      (result) => fromHex(compactOf(result))!,
    )
  }

  async #signed<Signed>(
    transaction: AnyTransaction,
    signWith: string,
    shape: (signature: Buffer, signer: PublicKey) => Signed,
  ): Promise<Signed> {
    const signer = await this.#find(signWith)
    const index = assertNeeded(transaction, signer)
    const unsigned = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
    return signUnsigned(
      { ...this.#config, signWith },
      { type: 'TRANSACTION_TYPE_SOLANA', unsignedTransaction: toHex(unsigned) },
      (signed) => {
        const answer = VersionedTransaction.deserialize(fromHex(signed)!)
        // Set the signature on the requested transaction, so the server can't swap it.
        assertSame(answer, messageOf(transaction))
        return shape(answer.signatures[index]! as Buffer, signer)
      },
    )
  }

  async #find(signWith: string): Promise<PublicKey> {
    const address = await findAddress({ ...this.#config, signWith }, 'ADDRESS_FORMAT_SOLANA')
    try {
      return new PublicKey(address)
    } catch (cause) {
      throw new SignerError(
        'ADDRESS_INVALID',
        `\`${address}\` is not a Solana address`,
        'use an account with ADDRESS_FORMAT_SOLANA: 32 bytes in base58',
        cause,
      )
    }
  }
}

const isVersioned = (transaction: AnyTransaction): transaction is VersionedTransaction =>
  'version' in transaction

const messageOf = (transaction: AnyTransaction): Uint8Array =>
  isVersioned(transaction) ? transaction.message.serialize() : transaction.serializeMessage()

/** A copy with everything that isn't in the bytes, such as `lastValidBlockHeight`, which confirming needs. */
function copyOf<T extends AnyTransaction>(transaction: T): T {
  const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const copy = isVersioned(transaction) ? VersionedTransaction.deserialize(bytes) : Transaction.from(bytes)
  const read = copy as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(transaction)) {
    // Names with an underscore are web3.js's own caches.
    if (!name.startsWith('_') && read[name] === undefined) read[name] = value
  }
  // web3.js compares the instruction by identity, and otherwise adds it again.
  if (copy instanceof Transaction && copy.nonceInfo) {
    copy.nonceInfo = { ...copy.nonceInfo, nonceInstruction: copy.instructions[0]! }
  }
  return copy as T
}

/**
 * Index of the signer among the required signatures.
 * @throws SignerError `SIGNER_NOT_IN_TRANSACTION`
 */
function assertNeeded(transaction: AnyTransaction, signer: PublicKey): number {
  const message = isVersioned(transaction) ? transaction.message : transaction.compileMessage()
  const { numRequiredSignatures } = message.header
  const keys = 'staticAccountKeys' in message ? message.staticAccountKeys : []
  const required = keys.slice(0, numRequiredSignatures)
  const index = required.findIndex((key) => key.equals(signer))
  if (index >= 0) return index
  throw new SignerError(
    'SIGNER_NOT_IN_TRANSACTION',
    `the transaction doesn't need a signature of ${signer.toBase58()}, only of ${required.map((key) => key.toBase58()).join(', ')}`,
    'make the account the fee payer or a signer of an instruction, or use another signer',
  )
}

function assertSame(answer: VersionedTransaction, message: Uint8Array): void {
  if (toHex(answer.message.serialize()) === toHex(message)) return
  throw new SignerError(
    'SIGNER_MISMATCH',
    'the server returned another transaction than was sent',
    'check any proxy between this client and the API',
  )
}
