import { Transaction } from '@scure/btc-signer'
import * as bitcoin from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import * as tiny from 'tiny-secp256k1'
import { beforeAll, describe, expect, it } from 'vitest'
import { tries } from '../../../../tools/scripts/lib/tries.ts'
import { expectKeysError } from '../../test/expectKeysError.ts'
import { seededRandom } from '../../test/index.ts'
import { addressOf, singleKeyScript } from '../address.ts'
import { generatePrivateKey, publicKeyOf } from '../curve.ts'
import { toHex } from '../encoding.ts'
import { tweakTaprootPublicKey } from '../taproot.ts'
import { loadTransactions, readTransaction } from '../transaction.ts'
import { bitcoinPolicyFields } from './policyFields.ts'
import { assertSpends, parsePsbt, signPsbt } from './psbt.ts'

bitcoin.initEccLib(tiny)
const ECPair = ECPairFactory(tiny)

const random = seededRandom('bitcoin')
const privateKey = generatePrivateKey('CURVE_SECP256K1', random)
const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey)
const stranger = generatePrivateKey('CURVE_SECP256K1', random)
const payee = addressOf('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', publicKeyOf('CURVE_SECP256K1', stranger))

const { p2pkh, p2sh, p2wpkh, p2wsh, p2pk, p2tr, p2ms } = bitcoin.payments
const pubkey = publicKey
const own = {
  P2PKH: p2pkh({ pubkey }),
  P2SH: p2sh({ redeem: p2wpkh({ pubkey }) }),
  P2WPKH: p2wpkh({ pubkey }),
  P2WSH: p2wsh({ redeem: p2pk({ pubkey }) }),
  P2TR: p2tr({ internalPubkey: publicKey.subarray(1) }),
}
type Kind = keyof typeof own

function funding(script: Uint8Array, value: bigint): bitcoin.Transaction {
  const tx = new bitcoin.Transaction()
  tx.addInput(random(32), 0)
  tx.addOutput(script, value)
  return tx
}

interface InputOptions {
  /** Leaves out redeem script, witness script and internal key. */
  bare?: boolean
  sighashType?: number
  /** Leaves the full previous transaction out, where only its output is needed to sign. */
  unproven?: boolean
}

function addInput(
  psbt: bitcoin.Psbt,
  kind: Kind,
  { bare = false, sighashType, unproven = false }: InputOptions = {},
) {
  const script = own[kind].output!
  const tx = funding(script, 50_000n)
  psbt.addInput({
    hash: tx.getId(),
    index: 0,
    ...(kind !== 'P2PKH' && { witnessUtxo: { script, value: 50_000n } }),
    ...((kind === 'P2PKH' || !unproven) && { nonWitnessUtxo: tx.toBuffer() }),
    ...(kind === 'P2SH' && !bare && { redeemScript: own.P2SH.redeem!.output! }),
    ...(kind === 'P2WSH' && !bare && { witnessScript: singleKeyScript(publicKey) }),
    ...(kind === 'P2TR' && !bare && { tapInternalKey: publicKey.subarray(1) }),
    ...(sighashType !== undefined && { sighashType }),
  })
}

function psbtOf(kinds: Kind[], options?: InputOptions): bitcoin.Psbt {
  const psbt = new bitcoin.Psbt()
  for (const kind of kinds) addInput(psbt, kind, options)
  return psbt.addOutput({ address: payee, value: 40_000n })
}

/** Whether a signature of the first input is valid if its output is of this kind. */
function isValidFor(kind: Kind, signature: Uint8Array, psbt: bitcoin.Psbt): boolean {
  const [input] = psbt.txInputs
  const tx = new bitcoin.Transaction()
  tx.version = psbt.version
  tx.locktime = psbt.locktime
  tx.addInput(input!.hash, input!.index, input!.sequence)
  for (const { script, value } of psbt.txOutputs) tx.addOutput(script, value)
  const script = own[kind].output!
  if (kind === 'P2TR') {
    const digest = tx.hashForWitnessV1(0, [script], [50_000n], bitcoin.Transaction.SIGHASH_DEFAULT)
    return signature.length === 64 && tiny.verifySchnorr(digest, tweakTaprootPublicKey(publicKey), signature)
  }
  if (signature.length === 64) return false
  const code = kind === 'P2WSH' ? singleKeyScript(publicKey) : own.P2PKH.output!
  const digest =
    kind === 'P2PKH'
      ? tx.hashForSignature(0, code, bitcoin.Transaction.SIGHASH_ALL)
      : tx.hashForWitnessV0(0, code, 50_000n, bitcoin.Transaction.SIGHASH_ALL)
  return ECPair.fromPublicKey(publicKey).verify(digest, bitcoin.script.signature.decode(signature).signature)
}

const partialSignature = (psbt: bitcoin.Psbt) => toHex(psbt.data.inputs[0]!.partialSig![0]!.signature)

const kinds = Object.keys(own) as Kind[]

describe('PSBTs', () => {
  it.each(kinds)(
    'with a %s input of this key are signed as in a second library, and finalise there',
    (kind) => {
      for (const bare of [false, true]) {
        const signed = bitcoin.Psbt.fromBuffer(
          Buffer.from(signPsbt(psbtOf([kind], { bare }).toBuffer(), privateKey)),
        )
        if (kind === 'P2TR') {
          const output = tweakTaprootPublicKey(publicKey)
          const verify = (_: Uint8Array, digest: Uint8Array, signature: Uint8Array) =>
            tiny.verifySchnorr(digest, output, signature)
          expect(signed.validateSignaturesOfInput(0, verify)).toBe(true)
        } else {
          const validate = (key: Uint8Array, digest: Uint8Array, signature: Uint8Array) =>
            ECPair.fromPublicKey(key).verify(digest, signature)
          expect(signed.validateSignaturesOfInput(0, validate)).toBe(true)
          const other = psbtOf([kind])
          const fresh = bitcoin.Psbt.fromBuffer(Buffer.from(signPsbt(other.toBuffer(), privateKey)))
          other.signInput(0, ECPair.fromPrivateKey(privateKey))
          expect(partialSignature(fresh)).toBe(partialSignature(other))
        }
        signed.finalizeAllInputs()
        expect(signed.extractTransaction(true).outs).toHaveLength(1)
      }
    },
  )

  it('are not finalised, and give equal bytes for equal inputs', () => {
    const bytes = psbtOf(kinds).toBuffer()
    const signed = signPsbt(bytes, privateKey)
    expect(toHex(signPsbt(bytes, privateKey))).toBe(toHex(signed))
    const read = bitcoin.Psbt.fromBuffer(Buffer.from(signed))
    expect(read.data.inputs.every((input) => !input.finalScriptSig && !input.finalScriptWitness)).toBe(true)
  })

  it('keep the inputs of others untouched', () => {
    const psbt = psbtOf(['P2WPKH'])
    const script = p2wpkh({ pubkey: publicKeyOf('CURVE_SECP256K1', stranger) }).output!
    psbt.addInput({ hash: random(32), index: 3, witnessUtxo: { script, value: 1n } })
    const signed = bitcoin.Psbt.fromBuffer(Buffer.from(signPsbt(psbt.toBuffer(), privateKey)))
    expect(signed.data.inputs[0]!.partialSig).toHaveLength(1)
    expect(signed.data.inputs[1]!.partialSig).toBeUndefined()
  })

  it('of several keys get this key’s part', () => {
    const pubkeys = [publicKey, publicKeyOf('CURVE_SECP256K1', stranger)]
    const payment = p2wsh({ redeem: p2ms({ m: 2, pubkeys }) })
    const psbt = new bitcoin.Psbt()
      .addInput({
        hash: random(32),
        index: 0,
        witnessUtxo: { script: payment.output!, value: 9000n },
        witnessScript: payment.redeem!.output!,
      })
      .addOutput({ address: payee, value: 8000n })
    const half = signPsbt(psbt.toBuffer(), privateKey)
    const whole = bitcoin.Psbt.fromBuffer(Buffer.from(signPsbt(half, stranger)))
    expect(whole.data.inputs[0]!.partialSig).toHaveLength(2)
    whole.finalizeAllInputs()
    expect(whole.extractTransaction(true).ins).toHaveLength(1)
  })

  it('show policies what they spend and where it goes', () => {
    const psbt = psbtOf(['P2WPKH', 'P2TR'])
      .addOutput({ script: bitcoin.script.fromASM('OP_RETURN 6869'), value: 0n })
      .setLocktime(800_000)
    const fields = bitcoinPolicyFields(parsePsbt(psbt.toBuffer()))
    expect(fields.version).toBe('2')
    expect(fields.inputs.map(({ vout, sequence }) => ({ vout, sequence }))).toEqual(
      Array(2).fill({ vout: 0n, sequence: 0xffffffffn }),
    )
    expect(fields.inputs.map(({ tx_id }) => tx_id)).toEqual(
      psbt.txInputs.map(({ hash }) => toHex(hash.toReversed())),
    )
    expect(fields.outputs).toEqual([
      {
        value: 40_000n,
        script_pubkey: toHex(psbt.txOutputs[0]!.script),
        address: payee,
        address_type: 'P2WPKH',
      },
      { value: 0n, script_pubkey: '6a026869', address: '', address_type: '' },
    ])
    expect(fields.fee).toBe(60_000n)
    expect(fields.locktime).toEqual({ amount: 800_000n, type: 'Blocks' })
    const later = parsePsbt(psbtOf(['P2TR']).setLocktime(1_700_000_000).toBuffer())
    expect(bitcoinPolicyFields(later, 'REGTEST').locktime.type).toBe('Seconds')
    expect(bitcoinPolicyFields(later, 'REGTEST').outputs[0]!.address).toMatch(/^bcrt1q/)
  })

  it('have no fee that a previous transaction does not prove', () => {
    const feeOf = (psbt: bitcoin.Psbt) => bitcoinPolicyFields(parsePsbt(psbt.toBuffer())).fee
    expect(feeOf(psbtOf(['P2WPKH']))).toBe(10_000n)
    expect(feeOf(psbtOf(['P2WPKH'], { unproven: true }))).toBeUndefined()
    const half = psbtOf(['P2WPKH', 'P2TR'])
    addInput(half, 'P2SH', { unproven: true })
    expect(feeOf(half)).toBeUndefined()
    expect(feeOf(psbtOf(['P2WPKH']).addOutput({ address: payee, value: 10_001n }))).toBeUndefined()
    const nothing = new bitcoin.Psbt().addOutput({
      script: bitcoin.script.fromASM('OP_RETURN 00'),
      value: 0n,
    })
    addInput(nothing, 'P2WPKH', { unproven: true })
    expect(feeOf(nothing)).toBeUndefined()
  })

  it('with a previous transaction that has another id are refused', () => {
    const psbt = psbtOf(['P2WPKH'])
    // Both ids have the same length in the serialization.
    const id = psbt.txInputs[0]!.hash
    const [version0, version2] = [0, 2].map((version) =>
      Transaction.fromPSBT(psbt.toBuffer()).toPSBT(version),
    )
    for (const bytes of [version0!, version2!]) {
      parsePsbt(bytes)
      const at = toHex(bytes).indexOf(toHex(id)) / 2
      expectKeysError('TRANSACTION_MALFORMED', () => parsePsbt(bytes.with(at, bytes[at]! ^ 1)))
    }
  })

  it('are accepted as by the library alone, which reads previous transactions itself', () => {
    const options = {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      unknown: 'ignore',
    } as const
    const acceptedAlone = (bytes: Uint8Array) => {
      const transaction = Transaction.fromPSBT(bytes, options)
      return Array.from({ length: transaction.inputsLength }, (_, n) => {
        const input = transaction.getInput(n)
        new Transaction(options).addInput(input, true)
        return input.nonWitnessUtxo?.outputs[input.index!]
      })
    }
    const outcome = (read: () => unknown) => {
      try {
        return read()
      } catch {
        return 'refused'
      }
    }
    const whole = psbtOf(kinds).toBuffer()
    const versions = [0, 2].map((version) => Transaction.fromPSBT(whole).toPSBT(version))
    const outcomes = Array.from({ length: tries(3_000) }, (_, n) => {
      const psbt = versions[n % 2]!
      const [high, low, byte] = random(3)
      const at = (high! * 256 + low!) % psbt.length
      const changed = n % 3 === 0 ? psbt.with(at, byte!) : psbt.with(at, psbt[at]! ^ (1 << (byte! % 8)))
      const alone = outcome(() => acceptedAlone(changed))
      expect(outcome(() => parsePsbt(changed).proven)).toEqual(alone)
      return alone === 'refused'
    })
    expect(new Set(outcomes).size).toBe(2)
  })

  describe('name as owners all addresses of the key whose outputs the signatures can spend', () => {
    const ownersOf = (psbt: bitcoin.Psbt) =>
      readTransaction('TRANSACTION_TYPE_BITCOIN', toHex(psbt.toBuffer()), { publicKey }).owners
    const addresses = (...of: Kind[]) => of.map((kind) => own[kind].address!)
    beforeAll(() => loadTransactions())

    it.each(kinds)('when the sender states a %s output', (stated) => {
      expect(ownersOf(psbtOf([stated]))).toEqual(addresses(stated))
      const psbt = psbtOf([stated], { unproven: true })
      const { partialSig, tapKeySig } = bitcoin.Psbt.fromBuffer(
        Buffer.from(signPsbt(psbt.toBuffer(), privateKey)),
      ).data.inputs[0]!
      const signature = tapKeySig ?? partialSig![0]!.signature
      const spent = kinds.filter((kind) => isValidFor(kind, signature, psbt))
      expect(spent).toContain(stated)
      expect(ownersOf(psbt)).toEqual(addresses(...spent))
    })

    it('when a script of several parties has the script code of an own address', () => {
      const input = (witnessScript: Uint8Array, wrapper: 'P2WSH' | 'P2SH-P2WSH') => {
        const inner = p2wsh({ redeem: { output: witnessScript } })
        const outer = wrapper === 'P2WSH' ? inner : p2sh({ redeem: inner })
        const psbt = new bitcoin.Psbt().addInput({
          hash: random(32),
          index: 0,
          witnessUtxo: { script: outer.output!, value: 9000n },
        })
        psbt.data.inputs[0]!.witnessScript = witnessScript
        // Names the key although nothing reads it.
        psbt.data.inputs[0]!.redeemScript = wrapper === 'P2WSH' ? singleKeyScript(publicKey) : inner.output!
        return psbt.addOutput({ address: payee, value: 8000n })
      }
      expect(ownersOf(input(singleKeyScript(publicKey), 'P2SH-P2WSH'))).toEqual(addresses('P2WSH'))
      // This one would fit P2SH and P2WPKH.
      expectKeysError('TRANSACTION_MALFORMED', () => ownersOf(input(own.P2PKH.output!, 'P2WSH')))
    })
  })

  it('name the address of every kind of output', () => {
    const psbt = new bitcoin.Psbt()
    addInput(psbt, 'P2WPKH')
    for (const kind of kinds) psbt.addOutput({ script: own[kind].output!, value: 1n })
    const { outputs } = bitcoinPolicyFields(parsePsbt(psbt.toBuffer()))
    expect(outputs.map(({ address }) => address)).toEqual(
      kinds.map((kind) => addressOf(`ADDRESS_FORMAT_BITCOIN_MAINNET_${kind}`, publicKey)),
    )
    expect(outputs.map(({ address_type }) => address_type)).toEqual(kinds)
  })
})

describe('PSBTs are refused', () => {
  it('when they are malformed', () => {
    const good = psbtOf(['P2WPKH']).toBuffer()
    for (const bytes of [new Uint8Array(), good.subarray(1), good.subarray(0, -1), good.with(5, 0xff)]) {
      expectKeysError('TRANSACTION_MALFORMED', () => parsePsbt(bytes))
    }
    expectKeysError('TRANSACTION_MALFORMED', () => parsePsbt(new bitcoin.Psbt().toBuffer()))
  })

  it('when this key can sign nothing', () => {
    const psbt = parsePsbt(psbtOf(['P2WPKH']).toBuffer())
    const other = publicKeyOf('CURVE_SECP256K1', stranger)
    expectKeysError('TRANSACTION_SIGNER_MISMATCH', () => assertSpends(psbt, other))
    expectKeysError('TRANSACTION_SIGNER_MISMATCH', () => signPsbt(psbt.transaction.toPSBT(), stranger))
  })

  it.each([0x02, 0x03, 0x81, 0x82, 0x83])(
    'when they ask for hash type %i, which leaves parts open',
    (sighashType) => {
      for (const kind of ['P2WPKH', 'P2TR'] as const) {
        const bytes = psbtOf([kind], { sighashType }).toBuffer()
        const { message } = expectKeysError('TRANSACTION_MALFORMED', () => signPsbt(bytes, privateKey))
        expect(message).toContain('input 0')
      }
    },
  )

  it('when a legacy input lacks its previous transaction, because its signature does not cover the amount', () => {
    const psbt = new bitcoin.Psbt()
      .addInput({ hash: random(32), index: 0, witnessUtxo: { script: own.P2PKH.output!, value: 9_000n } })
      .addOutput({ address: payee, value: 8_000n })
    parsePsbt(psbt.toBuffer())
    expectKeysError('TRANSACTION_MALFORMED', () => signPsbt(psbt.toBuffer(), privateKey))
  })

  it('when a taproot input cannot be hashed because another input hides its amount', () => {
    const psbt = psbtOf(['P2TR']).addInput({ hash: random(32), index: 0 })
    expectKeysError('TRANSACTION_MALFORMED', () => signPsbt(psbt.toBuffer(), privateKey))
    expect(bitcoinPolicyFields(parsePsbt(psbt.toBuffer())).fee).toBeUndefined()
  })
})
