import { Keypair, Transaction as SolanaTransaction, SystemProgram } from '@solana/web3.js'
import { Transaction } from 'ethers'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import { addressOf } from './address.ts'
import { generatePrivateKey, publicKeyOf } from './curve.ts'
import { toHex } from './encoding.ts'
import { curveOfTransaction, loadTransactions, readTransaction, type TransactionType } from './transaction.ts'

beforeAll(loadTransactions)

const random = seededRandom('transactions')
const privateKey = generatePrivateKey('CURVE_SECP256K1', random)
const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey)
const unsigned = Transaction.from({
  type: 2,
  chainId: 1,
  nonce: 0,
  to: `0x${'11'.repeat(20)}`,
}).unsignedSerialized

describe('reading a transaction for a signer', () => {
  it('gives what policies see, and signs', () => {
    for (const hex of [unsigned, unsigned.slice(2)]) {
      const read = readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { publicKey })
      expect(read.fields).toMatchObject({
        from: addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey),
        chain_id: 1n,
      })
      const signed = read.sign(privateKey)
      expect(signed).toMatch(/^02f8/)
      expect(Transaction.from(`0x${signed}`).from).toBe(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey))
    }
  })

  it('finds out before any key is used that the signer is another', () => {
    const payer = Keypair.fromSeed(random(32))
    const instruction = SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: payer.publicKey,
      lamports: 1,
    })
    const recentBlockhash = payer.publicKey.toBase58()
    const bytes = new SolanaTransaction({ feePayer: payer.publicKey, recentBlockhash })
      .add(instruction)
      .serialize({ requireAllSignatures: false, verifySignatures: false })
    const read = readTransaction('TRANSACTION_TYPE_SOLANA', toHex(bytes), {
      publicKey: payer.publicKey.toBytes(),
    })
    expect(
      SolanaTransaction.from(
        Buffer.from(read.sign(payer.secretKey.subarray(0, 32)), 'hex'),
      ).verifySignatures(),
    ).toBe(true)
    const stranger = publicKeyOf('CURVE_ED25519', random(32))
    expectKeysError('TRANSACTION_SIGNER_MISMATCH', () =>
      readTransaction('TRANSACTION_TYPE_SOLANA', toHex(bytes), { publicKey: stranger }),
    )
  })

  it('refuses the other curve, unknown types and texts that are not hexadecimal', () => {
    const ed25519 = publicKeyOf('CURVE_ED25519', random(32))
    expectKeysError('TRANSACTION_CURVE_MISMATCH', () =>
      readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, { publicKey: ed25519 }),
    )
    expectKeysError('TRANSACTION_CURVE_MISMATCH', () =>
      readTransaction('TRANSACTION_TYPE_SOLANA', '', { publicKey }),
    )
    expectKeysError('TRANSACTION_TYPE_UNKNOWN', () =>
      curveOfTransaction('TRANSACTION_TYPE_TRON' as TransactionType),
    )
    expectKeysError('MALFORMED_HEX', () =>
      readTransaction('TRANSACTION_TYPE_ETHEREUM', 'hello', { publicKey }),
    )
  })
})
