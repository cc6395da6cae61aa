/** Additional inputs and outputs never help a Bitcoin transaction pass a policy. */
import { loadTransactions, readTransaction, toHex } from '@keywright/keys'
import { type CompiledPolicy, compilePolicy } from '@keywright/policy'
import { OutScript, p2pkh, p2tr, p2wpkh, Script, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../../tools/scripts/lib/tries.ts'
import { transactionFacts } from '../../src/calls/signing/transactionFacts.ts'
import { comparison, listOf, namesOf, policySets, Tally, verdictOf } from './arbitraryPolicies.ts'

const RUNS = 100

// Twice and five times the generator of secp256k1, compressed.
const [own, other] = [
  '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
  '022f8bde4d1a07209355b4a7250a5c5128e88b84bddc619ab7cba8d569b240efe4',
].map((text) => Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16))) as [
  Uint8Array,
  Uint8Array,
]
const ownScript = p2wpkh(own).script
const SCRIPTS = [
  ownScript,
  p2wpkh(other).script,
  p2pkh(other).script,
  p2tr(other.subarray(1)).script,
  Script.encode(['RETURN', new Uint8Array(4)]),
  // Only a public key, as in the first blocks: it has no address.
  OutScript.encode({ type: 'pk', pubkey: other }),
]
const AMOUNTS = [0n, 546n, 1_000n, 40_000n, 50_000n]
const ADDRESSES = [p2wpkh(own).address!, p2pkh(other).address!, p2tr(other.subarray(1)).address!, '']

interface Input {
  /** Owner of the output that it spends: this wallet or another one. */
  readonly script: Uint8Array
  readonly amount: bigint
  /** Distinguishes otherwise equal previous transactions. */
  readonly salt: number
  readonly isProven: boolean
  /** Whether the stated amount is wrong. */
  readonly isLie: boolean
  readonly sequence: number
}
interface Output {
  readonly script: Uint8Array
  readonly amount: bigint
}

const SEQUENCES = [0xffffffff, 0xfffffffd, 0]
const input: fc.Arbitrary<Input> = fc.record({
  script: fc.constantFrom(ownScript, p2wpkh(other).script),
  amount: fc.constantFrom(...AMOUNTS),
  salt: fc.nat({ max: 3 }),
  isProven: fc.boolean(),
  isLie: fc.boolean(),
  sequence: fc.constantFrom(...SEQUENCES),
})
const output: fc.Arbitrary<Output> = fc.record({
  script: fc.constantFrom(...SCRIPTS),
  amount: fc.constantFrom(...AMOUNTS),
})

function fundingOf({ script, amount, salt }: Input) {
  const funding = new Transaction({ disableScriptCheck: true, allowUnknownOutputs: true })
  funding.addInput({ txid: new Uint8Array(32).fill(salt + 1), index: 0, finalScriptSig: new Uint8Array() })
  funding.addOutput({ script, amount })
  return funding
}

const txIdOf = (of: Input) => fundingOf(of).id
const TX_IDS = AMOUNTS.map((amount) =>
  txIdOf({ script: ownScript, amount, salt: 0, isProven: true, isLie: false, sequence: 0 }),
)

function psbtOf(inputs: readonly Input[], outputs: readonly Output[], version: 0 | 2): string {
  const psbt = new Transaction({ disableScriptCheck: true, allowUnknownOutputs: true, PSBTVersion: version })
  for (const each of inputs) {
    const funding = fundingOf(each)
    const stated = each.isLie && !each.isProven ? each.amount + 1n : each.amount
    psbt.addInput({
      txid: funding.id,
      index: 0,
      sequence: each.sequence,
      ...(each.isProven
        ? { nonWitnessUtxo: funding.toBytes(true) }
        : { witnessUtxo: { script: each.script, amount: stated } }),
    })
  }
  for (const each of outputs) psbt.addOutput(each)
  return toHex(psbt.toPSBT(version))
}

const verdict = (policies: readonly CompiledPolicy[], psbt: string) =>
  verdictOf(
    policies,
    'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    transactionFacts(readTransaction('TRANSACTION_TYPE_BITCOIN', psbt, { publicKey: own })),
  )

const sum = (of: readonly { amount: bigint }[]) => of.reduce((all, { amount }) => all + amount, 0n)

const lists = [
  listOf('bitcoin.tx.outputs', [
    ['value', AMOUNTS],
    ['address', ADDRESSES],
    ['address_type', ['P2WPKH', 'P2PKH', 'P2TR', '']],
    ['script_pubkey', SCRIPTS.map(toHex)],
  ]),
  listOf('bitcoin.tx.inputs', [
    ['tx_id', TX_IDS],
    ['vout', [0n, 1n]],
    ['sequence', SEQUENCES.map(BigInt)],
    ['address', ADDRESSES],
    ['address_type', ['P2WPKH', 'P2PKH', '']],
  ]),
]
const scalars = [
  comparison('bitcoin.tx.version', ['1', '2']),
  comparison('bitcoin.tx.locktime.amount', [0n, 1n]),
]
const ours: fc.Arbitrary<Input> = input.map((each) => ({ ...each, script: ownScript }))
const inputs = fc.tuple(ours, fc.array(input, { maxLength: 2 })).map(([first, rest]) => [first, ...rest])
const outputs = fc.array(output, { minLength: 1, maxLength: 3 })
const version = fc.constantFrom(0 as const, 2 as const)

beforeAll(() => loadTransactions())

describe('a denied Bitcoin transaction', () => {
  it('stays denied with additional inputs and outputs', () => {
    const tally = new Tally()
    fc.assert(
      fc.property(
        policySets(lists, scalars),
        inputs,
        outputs,
        fc.array(input, { maxLength: 2 }),
        fc.array(output, { maxLength: 2 }),
        fc.nat({ max: 3 }),
        version,
        (policies, ins, outs, moreIns, moreOuts, at, version) => {
          if (tally.add(verdict(policies, psbtOf(ins, outs, version))) === 'ALLOWED') return
          const all = psbtOf(ins.toSpliced(at, 0, ...moreIns), outs.toSpliced(at, 0, ...moreOuts), version)
          expect(verdict(policies, all), namesOf(policies)).toBe('DENIED')
        },
      ),
      { ...runs(RUNS), endOnFailure: true },
    )
    expect(tally.rarest).toBeGreaterThan(0)
  })

  it('stays denied for its fee with additional inputs, and with unproven amounts', () => {
    const tally = new Tally()
    // Policies only bound the fee from above: additional inputs increase it, so they may satisfy a minimum.
    const fee = fc.constantFrom(...AMOUNTS)
    const policies = fc.oneof(
      fee.map((n) => ['EFFECT_ALLOW', `bitcoin.tx.fee <= ${n}`] as const),
      fee.map((n) => ['EFFECT_ALLOW', `(bitcoin.tx.fee > ${n}) == false`] as const),
      fee.map((n) => ['EFFECT_DENY', `bitcoin.tx.fee > ${n}`] as const),
    )
    fc.assert(
      fc.property(
        fc.array(policies, { minLength: 1, maxLength: 3 }),
        inputs,
        outputs,
        fc.array(input, { maxLength: 2 }),
        version,
        (texts, ins, outs, more, version) => {
          // A transaction that pays more than it spends has no fee until additional inputs give it one.
          fc.pre(sum(outs) <= sum(ins))
          const set = texts.map(([effect, condition]) =>
            compilePolicy({ policyId: condition, effect, condition }),
          )
          if (tally.add(verdict(set, psbtOf(ins, outs, version))) === 'ALLOWED') return
          const unproven = ins.map((each) => ({ ...each, isProven: false }))
          for (const all of [[...ins, ...more], unproven, [...unproven, ...more]]) {
            expect(verdict(set, psbtOf(all, outs, version)), namesOf(set)).toBe('DENIED')
          }
        },
      ),
      { ...runs(RUNS), endOnFailure: true },
    )
    expect(tally.rarest).toBeGreaterThan(0)
  })

  it('stays denied for an address of either network', () => {
    const read = (psbt: string, bitcoinNetwork: 'MAINNET' | 'TESTNET') =>
      transactionFacts(readTransaction('TRANSACTION_TYPE_BITCOIN', psbt, { publicKey: own, bitcoinNetwork }))
    fc.assert(
      fc.property(policySets(lists, scalars), inputs, outputs, (policies, ins, outs) => {
        const verdicts = (['MAINNET', 'TESTNET'] as const).map((network) =>
          verdictOf(policies, 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', read(psbtOf(ins, outs, 0), network)),
        )
        expect(verdicts[1], namesOf(policies)).toBe(verdicts[0])
      }),
      { ...runs(RUNS), endOnFailure: true },
    )
  })

  it('looks the same to policies in both PSBT versions', () => {
    const factsOf = (psbt: string) =>
      transactionFacts(readTransaction('TRANSACTION_TYPE_BITCOIN', psbt, { publicKey: own }))
    fc.assert(
      fc.property(inputs, outputs, (ins, outs) => {
        expect(factsOf(psbtOf(ins, outs, 2))).toEqual(factsOf(psbtOf(ins, outs, 0)))
      }),
      runs(RUNS / 4),
    )
  })
})
