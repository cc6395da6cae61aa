/** A signer for `@solana/kit` that signs through the API. */
import { fromHex, toHex } from '@keywright/client'
import {
  compactOf,
  findAddress,
  type SignerConfig,
  SignerError,
  signPayload,
  signUnsigned,
} from '@keywright/client/signing'
import {
  type Address,
  isAddress,
  type MessagePartialSigner,
  type SignatureBytes,
  type SignatureDictionary,
  type Transaction,
  type TransactionPartialSigner,
} from '@solana/kit'

/** Signs transactions and messages for one address, wherever kit takes a `TransactionSigner` or a `MessageSigner`. */
export type KeywrightKitSigner<A extends string = string> = TransactionPartialSigner<A> &
  MessagePartialSigner<A>

/**
 * Creates a partial signer: it adds its signature and changes nothing, so it works as fee payer, as the account of an
 * instruction, and next to other signers. Transactions are sent whole to `sign_transaction`, so policies see transfers; each
 * is its own activity, in order. Messages are signed as raw payloads.
 *
 * Its methods throw what `@keywright/client` throws (`ConsensusNeededError`, whose `resume()` returns `signed`), and
 * SignerError `SIGNER_NOT_IN_TRANSACTION`, `SIGNER_MISMATCH`, `TRANSACTION_UNSUPPORTED`.
 *
 * @param config `signWith` is an address (base58), or the id of a private key, whose address is looked up
 * @throws SignerError `ADDRESS_INVALID`, `ADDRESS_MISSING`; what the client throws
 * @see https://github.com/anza-xyz/kit `TransactionPartialSigner`
 * @example
 * const signer = await createSigner({ client, signWith: address })
 * const message = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
 */
export async function createSigner(config: SignerConfig): Promise<KeywrightKitSigner> {
  const address = await findAddress(config, 'ADDRESS_FORMAT_SOLANA')
  if (!isAddress(address)) {
    throw new SignerError(
      'ADDRESS_INVALID',
      `\`${address}\` is not a Solana address`,
      'use an account with ADDRESS_FORMAT_SOLANA: 32 bytes in base58',
    )
  }
  const dictionary = (signature: Uint8Array): SignatureDictionary =>
    Object.freeze({ [address]: signature as SignatureBytes })
  return Object.freeze({
    address,
    async signTransactions(transactions, { abortSignal } = {}) {
      for (const transaction of transactions) assertSignable(transaction, address)
      return inOrder(transactions, abortSignal, async (transaction) =>
        dictionary(await signTransaction(config, transaction, address)),
      )
    },
    async signMessages(messages, { abortSignal } = {}) {
      return inOrder(messages, abortSignal, async ({ content }) =>
        dictionary(await signMessage(config, content)),
      )
    },
  } satisfies KeywrightKitSigner)
}

async function inOrder<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  sign: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    signal?.throwIfAborted()
    results.push(await sign(item))
  }
  return results
}

const signMessage = (config: SignerConfig, content: Uint8Array): Promise<Uint8Array> =>
  signPayload(
    config,
    {
      payload: toHex(content),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
    },
    (result) => fromHex(compactOf(result))!,
  )

/** A compact array of slots of 64 bytes, zeros for missing signatures, before the message. */
const SLOT = 64

function signTransaction(
  config: SignerConfig,
  { messageBytes, signatures }: Transaction,
  address: Address,
): Promise<Uint8Array> {
  const slots = Object.values(signatures).map((signature) => signature ?? new Uint8Array(SLOT))
  const unsigned = Uint8Array.of(slots.length, ...slots.flatMap((slot) => [...slot]), ...messageBytes)
  const start = 1 + SLOT * Object.keys(signatures).indexOf(address)
  return signUnsigned(
    config,
    { type: 'TRANSACTION_TYPE_SOLANA', unsignedTransaction: toHex(unsigned) },
    (signed) => {
      const answer = fromHex(signed)!
      // Only the signature is taken, so the server can't swap the transaction.
      if (toHex(answer.subarray(1 + SLOT * slots.length)) === toHex(Uint8Array.from(messageBytes)))
        return answer.slice(start, start + SLOT)
      throw new SignerError(
        'SIGNER_MISMATCH',
        'the server returned another transaction than was sent',
        'check any proxy between this client and the API',
      )
    },
  )
}

/** @throws SignerError `SIGNER_NOT_IN_TRANSACTION`, `TRANSACTION_UNSUPPORTED` */
function assertSignable({ messageBytes: [first = 0], signatures }: Transaction, address: Address): void {
  if (first > 0x80) {
    throw new SignerError(
      'TRANSACTION_UNSUPPORTED',
      `transactions of version ${first - 0x80} are not supported, only legacy ones and version 0`,
      'create the transaction message with { version: 0 }',
    )
  }
  if (Object.hasOwn(signatures, address)) return
  throw new SignerError(
    'SIGNER_NOT_IN_TRANSACTION',
    `the transaction doesn't need a signature of ${address}, only of ${Object.keys(signatures).join(', ')}`,
    'make the account the fee payer or a signer of an instruction, or use another signer',
  )
}
