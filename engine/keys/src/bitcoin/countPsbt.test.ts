import { RawTx, Transaction } from '@scure/btc-signer'
import { expect, it } from 'vitest'
import { concat } from '../encoding.ts'
import { countPsbt } from './countPsbt.ts'

const script = Uint8Array.of(0x00, 0x14, ...new Uint8Array(20))

function psbtOf(inputs: number, outputs: number, version?: 0 | 2): Uint8Array {
  const psbt = new Transaction()
  for (let n = 0; n < inputs; n++) {
    const txid = (n + 1).toString(16).padStart(64, '0')
    psbt.addInput({ txid, index: 0, witnessUtxo: { script, amount: 1000n } })
  }
  for (let n = 0; n < outputs; n++) psbt.addOutput({ script, amount: 1n })
  return psbt.toPSBT(version)
}

it.each([
  [1, 1],
  [2, 300],
  [300, 2],
])('counts %i inputs and %i outputs, of either version', (inputs, outputs) => {
  for (const version of [0, 2] as const) {
    expect(countPsbt(psbtOf(inputs, outputs, version))).toMatchObject({ inputs, outputs })
  }
})

it('counts by the larger of two values for one key', () => {
  const [magic, few, many] = [psbtOf(1, 1).subarray(0, 5), mapOf(1), mapOf(7)]
  for (const maps of [
    [few, many],
    [many, few],
  ]) {
    expect(countPsbt(concat(magic, ...maps, Uint8Array.of(0)))).toMatchObject({ inputs: 7, outputs: 1 })
  }
})

it('counts each input, output and witness item of a previous transaction twice', () => {
  const previous = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: [{ txid: new Uint8Array(32), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 }],
    outputs: Array.from({ length: 100 }, () => ({ amount: 1n, script })),
    witnesses: [Array.from({ length: 7 }, () => new Uint8Array(1))],
    lockTime: 0,
  })
  const entriesWith = (nonWitnessUtxo?: Uint8Array) => {
    const psbt = new Transaction({ allowUnknownInputs: true })
    const txid = Transaction.fromRaw(previous, { allowUnknownInputs: true, disableScriptCheck: true }).id
    psbt.addInput({ txid, index: 0, ...(nonWitnessUtxo && { nonWitnessUtxo }) })
    psbt.addOutput({ script, amount: 1n })
    return countPsbt(psbt.toPSBT()).entries
  }
  // The entry itself, then one input with seven items, and 100 outputs.
  expect(entriesWith(previous) - entriesWith()).toBe(1 + 2 * (1 + 7 + 1 + 100))
})

it("terminates for input that isn't a PSBT", () => {
  const whole = psbtOf(3, 3)
  for (let length = 0; length <= whole.length; length++) countPsbt(whole.subarray(0, length))
  const claims = Uint8Array.of(
    1,
    0,
    0xfe,
    0xff,
    0xff,
    0xff,
    0xff,
    1,
    0,
    0,
    0,
    0xff,
    ...new Uint8Array(8).fill(255),
  )
  expect(countPsbt(concat(new Uint8Array(5), claims)).inputs).toBeGreaterThan(1e18)
})

function mapOf(inputs: number): Uint8Array {
  const spent = { txid: new Uint8Array(32), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 }
  const unsigned = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: Array.from({ length: inputs }, () => spent),
    outputs: [{ amount: 1n, script }],
    witnesses: [],
    lockTime: 0,
  })
  return concat(Uint8Array.of(1, 0, 0xfd, unsigned.length & 0xff, unsigned.length >> 8), unsigned)
}
