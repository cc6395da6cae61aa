/** Taproot outputs with a script tree, judged by a second library. */
import * as bitcoin from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import * as tiny from 'tiny-secp256k1'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../../test/expectKeysError.ts'
import { seededRandom } from '../../test/index.ts'
import { generatePrivateKey, publicKeyOf } from '../curve.ts'
import { toHex } from '../encoding.ts'
import { loadTransactions, readTransaction } from '../transaction.ts'
import type { BitcoinPolicyFields } from './policyFields.ts'
import { parsePsbt, signPsbt } from './psbt.ts'

bitcoin.initEccLib(tiny)
const ECPair = ECPairFactory(tiny)
const random = seededRandom('script trees')
const [own, other] = [1, 2].map(() => generatePrivateKey('CURVE_SECP256K1', random)) as [
  Uint8Array,
  Uint8Array,
]
const xOnly = (privateKey: Uint8Array) => publicKeyOf('CURVE_SECP256K1', privateKey).subarray(1)
const [ownKey, otherKey] = [xOnly(own), xOnly(other)]
const { opcodes } = bitcoin

const leafOf = (...items: (Uint8Array | number)[]) => ({ output: bitcoin.script.compile(items as never) })
/** Miniscript's simple forms. */
const leaves = {
  'pk(key)': leafOf(ownKey, opcodes['OP_CHECKSIG']!),
  'and_v(v:pk(key),older(144))': leafOf(
    ownKey,
    opcodes['OP_CHECKSIGVERIFY']!,
    bitcoin.script.number.encode(144),
    opcodes['OP_CHECKSEQUENCEVERIFY']!,
  ),
  'multi_a(2,key,other)': leafOf(
    ownKey,
    opcodes['OP_CHECKSIG']!,
    otherKey,
    opcodes['OP_CHECKSIGADD']!,
    opcodes['OP_2']!,
    opcodes['OP_NUMEQUAL']!,
  ),
}
const recovery = leafOf(otherKey, opcodes['OP_CHECKSIG']!)

interface Tree {
  readonly internalPubkey: Uint8Array
  readonly leaf: { output: Uint8Array }
}

function psbtOf(
  { internalPubkey, leaf }: Tree,
  fields: 'root' | 'leaf' | 'neither' | 'both',
  version = 0xc0,
) {
  const scriptTree = [leaf, recovery] as never
  const redeem = { output: leaf.output, redeemVersion: 0xc0 }
  const payment = bitcoin.payments.p2tr({ internalPubkey, scriptTree, redeem })
  const { hash } = bitcoin.payments.p2tr({ internalPubkey, scriptTree })
  return new bitcoin.Psbt()
    .addInput({
      hash: random(32),
      index: 0,
      sequence: 144,
      witnessUtxo: { script: payment.output!, value: 9_000n },
      tapInternalKey: internalPubkey,
      ...((fields === 'root' || fields === 'both') && { tapMerkleRoot: hash! }),
      ...((fields === 'leaf' || fields === 'both') && {
        tapLeafScript: [
          { script: leaf.output, leafVersion: version, controlBlock: payment.witness!.at(-1)! },
        ],
      }),
    })
    .addOutput({ script: bitcoin.payments.p2wpkh({ hash: random(20) }).output!, value: 8_000n })
}

const signed = (psbt: bitcoin.Psbt, key = own) =>
  bitcoin.Psbt.fromBuffer(Buffer.from(signPsbt(psbt.toBuffer(), key)))
const validate = (psbt: bitcoin.Psbt) =>
  psbt.validateSignaturesOfInput(0, (key, digest, signature) => tiny.verifySchnorr(digest, key, signature))

describe('a taproot output with a script tree', () => {
  it('is signed by its internal key, as in a second library', () => {
    const psbt = psbtOf({ internalPubkey: ownKey, leaf: recovery }, 'root')
    const result = signed(psbt)
    expect(validate(result)).toBe(true)
    const tweak = bitcoin.crypto.taggedHash(
      'TapTweak',
      Buffer.concat([ownKey, psbt.data.inputs[0]!.tapMerkleRoot!]),
    )
    psbt.signInput(0, ECPair.fromPrivateKey(own).tweak(tweak))
    expect(validate(psbt)).toBe(true)
    result.finalizeAllInputs()
    expect(result.extractTransaction(true).ins[0]!.witness).toHaveLength(1)
  })

  it.each(Object.entries(leaves))('is signed by a key in the leaf %s', (_, leaf) => {
    for (const fields of ['leaf', 'both'] as const) {
      const result = signed(psbtOf({ internalPubkey: otherKey, leaf }, fields))
      expect(validate(result)).toBe(true)
      const [signature] = result.data.inputs[0]!.tapScriptSig!
      expect(toHex(signature!.pubkey)).toBe(toHex(ownKey))
      expect(result.data.inputs[0]!.tapKeySig).toBeUndefined()
    }
  })

  it('is signed by all keys of a leaf, and finalized by a second library', () => {
    const half = signed(psbtOf({ internalPubkey: otherKey, leaf: leaves['multi_a(2,key,other)'] }, 'leaf'))
    const whole = bitcoin.Psbt.fromBuffer(Buffer.from(half.toBuffer()))
    whole.signInput(0, ECPair.fromPrivateKey(other))
    expect(whole.data.inputs[0]!.tapScriptSig).toHaveLength(2)
    expect(validate(whole)).toBe(true)
  })

  it('is no address of the key, and shows policies where the money goes', async () => {
    await loadTransactions()
    const publicKey = publicKeyOf('CURVE_SECP256K1', own)
    const psbt = psbtOf({ internalPubkey: ownKey, leaf: recovery }, 'root')
    const { owners, fields } = readTransaction('TRANSACTION_TYPE_BITCOIN', psbt.toHex(), { publicKey })
    expect(owners).toEqual([])
    expect(fields).toMatchObject({ inputs: [{ leaves: [] }], outputs: [{ value: 8_000n }] })
  })

  it('shows policies the leaves that a signature commits to', async () => {
    await loadTransactions()
    const leaf = leaves['and_v(v:pk(key),older(144))']
    const psbt = psbtOf({ internalPubkey: otherKey, leaf }, 'leaf').toHex()
    const inputsFor = (privateKey: Uint8Array) => {
      const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey)
      return (readTransaction('TRANSACTION_TYPE_BITCOIN', psbt, { publicKey }).fields as BitcoinPolicyFields)
        .inputs
    }
    expect(inputsFor(own)).toMatchObject([{ leaves: [toHex(leaf.output)], sequence: 144n }])
  })

  it.each([
    ['no Merkle root', () => psbtOf({ internalPubkey: ownKey, leaf: recovery }, 'neither'), 'contradict'],
    ['another Merkle root', () => psbtOf({ internalPubkey: ownKey, leaf: recovery }, 'root'), 'contradict'],
    [
      'a leaf without Merkle root',
      () => psbtOf({ internalPubkey: ownKey, leaf: leaves['pk(key)'] }, 'leaf'),
      'Merkle root',
    ],
  ])('with %s is rejected with the reason', (what, make, reason) => {
    const psbt = make()
    if (what.startsWith('another')) psbt.data.inputs[0]!.tapMerkleRoot = random(32)
    const { message } = expectKeysError('TRANSACTION_MALFORMED', () => signPsbt(psbt.toBuffer(), own))
    expect(message).toMatch(new RegExp(reason))
  })

  it('does not permit a signature that leaves outputs open', () => {
    for (const [fields, internalPubkey, leaf] of [
      ['root', ownKey, recovery],
      ['leaf', otherKey, leaves['pk(key)']],
    ] as const) {
      const psbt = psbtOf({ internalPubkey, leaf }, fields).updateInput(0, { sighashType: 0x83 })
      expectKeysError('TRANSACTION_MALFORMED', () => signPsbt(psbt.toBuffer(), own))
    }
  })

  it('is not signed by a stranger', () => {
    const psbt = psbtOf({ internalPubkey: ownKey, leaf: leaves['pk(key)'] }, 'both')
    const stranger = generatePrivateKey('CURVE_SECP256K1', random)
    expectKeysError('TRANSACTION_SIGNER_MISMATCH', () => signPsbt(psbt.toBuffer(), stranger))
    expect(parsePsbt(psbt.toBuffer()).inputs).toHaveLength(1)
  })
})
