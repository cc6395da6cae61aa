/** Scripts of miniscript's simple forms behind P2SH, P2WSH and both, signed as a second library signs them. */
import * as bitcoin from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import * as tiny from 'tiny-secp256k1'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../../test/expectKeysError.ts'
import { seededRandom } from '../../test/index.ts'
import { generatePrivateKey, publicKeyOf } from '../curve.ts'
import { toHex } from '../encoding.ts'
import { hash160 } from '../hash160.ts'
import { signPsbt } from './psbt.ts'

bitcoin.initEccLib(tiny)
const ECPair = ECPairFactory(tiny)
const random = seededRandom('scripts')
const [own, other, stranger] = [1, 2, 3].map(() => generatePrivateKey('CURVE_SECP256K1', random)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
const keyOf = (privateKey: Uint8Array) => publicKeyOf('CURVE_SECP256K1', privateKey)
const { opcodes, script, payments } = bitcoin
const op = (name: string) => (opcodes as unknown as Readonly<Record<string, number>>)[name]!
const compile = (...items: (Uint8Array | number)[]) => script.compile(items as never)

const SIGN = op('OP_CHECKSIG')
const VERIFY = op('OP_CHECKSIGVERIFY')
const pkh = (key: Uint8Array, last: number) => [
  op('OP_DUP'),
  op('OP_HASH160'),
  hash160(key),
  op('OP_EQUALVERIFY'),
  last,
]
const older = [script.number.encode(144), op('OP_CHECKSEQUENCEVERIFY')]

/** Forms over two keys, `a` and `b`. */
const forms: Record<string, (a: Uint8Array, b: Uint8Array) => Uint8Array> = {
  'pk(a)': (a) => compile(a, SIGN),
  'pkh(a)': (a) => compile(...pkh(a, SIGN)),
  'multi(2,a,b)': (a, b) => compile(op('OP_2'), a, b, op('OP_2'), op('OP_CHECKMULTISIG')),
  'multi(1,a,b)': (a, b) => compile(op('OP_1'), a, b, op('OP_2'), op('OP_CHECKMULTISIG')),
  'and_v(v:pk(a),older(144))': (a) => compile(a, VERIFY, ...older),
  'and_v(v:pkh(a),older(144))': (a) => compile(...pkh(a, VERIFY), ...older),
  'and_v(v:pk(a),pkh(b))': (a, b) => compile(a, VERIFY, ...pkh(b, SIGN)),
  'or_d(pk(a),pkh(b))': (a, b) =>
    compile(a, SIGN, op('OP_IFDUP'), op('OP_NOTIF'), ...pkh(b, SIGN), op('OP_ENDIF')),
  'andor(pk(a),older(144),pkh(b))': (a, b) =>
    compile(a, SIGN, op('OP_NOTIF'), ...pkh(b, SIGN), op('OP_ELSE'), ...older, op('OP_ENDIF')),
}

/** What spends an output that pays to the script. */
const wrappers = {
  sh: (output: Uint8Array) => {
    const redeem = { output }
    return { output: payments.p2sh({ redeem }).output!, fields: { redeemScript: output } }
  },
  wsh: (output: Uint8Array) => {
    const redeem = { output }
    return { output: payments.p2wsh({ redeem }).output!, fields: { witnessScript: output } }
  },
  'sh(wsh)': (output: Uint8Array) => {
    const redeem = payments.p2wsh({ redeem: { output } })
    const fields = { redeemScript: redeem.output!, witnessScript: output }
    return { output: payments.p2sh({ redeem }).output!, fields }
  },
  bare: (output: Uint8Array) => ({ output, fields: {} }),
}

function psbtOf(spent: { output: Uint8Array; fields: object }, isLegacy: boolean): bitcoin.Psbt {
  const previous = new bitcoin.Transaction()
  previous.addInput(random(32), 0)
  previous.addOutput(spent.output, 9_000n)
  const utxo = isLegacy
    ? { nonWitnessUtxo: previous.toBuffer() }
    : { witnessUtxo: { script: spent.output, value: 9_000n } }
  return new bitcoin.Psbt()
    .addInput({ hash: previous.getHash(), index: 0, sequence: 144, ...utxo, ...spent.fields })
    .addOutput({ script: payments.p2wpkh({ hash: random(20) }).output!, value: 8_000n })
}

const signaturesOf = ({ data }: bitcoin.Psbt) =>
  data.inputs[0]!.partialSig!.map(({ pubkey, signature }) => [toHex(pubkey), toHex(signature)])

const cases = Object.keys(forms).flatMap((form) =>
  (['sh', 'wsh', 'sh(wsh)'] as const).map((wrapper) => ({ form, wrapper })),
)

describe.each(cases)('$wrapper of $form', ({ form, wrapper }) => {
  const spentBy = (a: Uint8Array, b: Uint8Array) => wrappers[wrapper](forms[form]!(keyOf(a), keyOf(b)))
  const keysOf = form.includes('b') ? [[own, other] as const, [other, own] as const] : [[own, other] as const]

  it('is signed as in a second library, by either key', () => {
    for (const [a, b] of keysOf) {
      const psbt = psbtOf(spentBy(a, b), wrapper === 'sh')
      const ours = bitcoin.Psbt.fromBuffer(Buffer.from(signPsbt(psbt.toBuffer(), own)))
      const theirs = psbt.clone().signInput(0, ECPair.fromPrivateKey(own))
      expect(signaturesOf(ours)).toEqual(signaturesOf(theirs))
      const isValid = ours.validateSignaturesOfInput(0, (key, digest, signature) =>
        tiny.verify(digest, key, signature),
      )
      expect(isValid).toBe(true)
    }
  })

  it('is not signed by a stranger', () => {
    const psbt = psbtOf(spentBy(own, other), wrapper === 'sh')
    expectKeysError('TRANSACTION_SIGNER_MISMATCH', () => signPsbt(psbt.toBuffer(), stranger))
  })
})

it.each(['pk(a)', 'multi(1,a,b)'])('rejects an output that is %s itself, with its reason', (form) => {
  const psbt = psbtOf(wrappers.bare(forms[form]!(keyOf(own), keyOf(other))), true)
  expect(() => signPsbt(psbt.toBuffer(), own)).toThrow(/input 0 spends a script without an address/)
})
