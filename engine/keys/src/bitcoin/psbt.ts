/**
 * Bitcoin transactions as PSBTs (BIP-174, BIP-370, BIP-371): reads them and signs the inputs of one key; never
 * finalizes.
 */

import { OutScript } from '@scure/btc-signer'
import { RawPSBTV0, RawPSBTV2 } from '@scure/btc-signer/psbt.js'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { getInputType, SigHash, Transaction } from '@scure/btc-signer/transaction.js'
import { singleKeyScript } from '../address.ts'
import { publicKeyOf } from '../curve.ts'
import { concat, equalBytes, toHex } from '../encoding.ts'
import { KeysError } from '../errors.ts'
import { sha256 } from '../hash.ts'
import { hash160 } from '../hash160.ts'
import { finishSteps } from '../steps.ts'
import { tweakTaprootPublicKey } from '../taproot.ts'
import { countPsbt, type PsbtCounts } from './countPsbt.ts'

type Input = ReturnType<Transaction['getInput']>
type Output = ReturnType<Transaction['getOutput']>
type SpentOutput = NonNullable<Input['witnessUtxo']>
type PreviousTransaction = NonNullable<Input['nonWitnessUtxo']>

/** A PSBT whose fields don't contradict the outputs that it spends. */
export interface Psbt {
  /** Without previous transactions, because the library would read each of them several times. */
  readonly transaction: Transaction
  /** Read once, because the library copies all fields for each read. */
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  /** Per input, the output that it spends, if the PSBT contains the whole previous transaction, whose id was compared. */
  readonly proven: readonly (SpentOutput | undefined)[]
  /** The PSBT, with what was taken out of `transaction`. */
  readonly serialize: (transaction: Transaction) => Uint8Array
}

/** Keep other parties' inputs, outputs and fields unchanged. */
const KEEP_FIELDS = {
  // `signPsbt` requires the previous transaction of a legacy input.
  allowLegacyWitnessUtxo: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  unknown: 'ignore',
} as const

/** @throws KeysError `TRANSACTION_MALFORMED` */
export const parsePsbt = (bytes: Uint8Array): Psbt => finishSteps(parsePsbtInSteps(bytes))

/**
 * `parsePsbt` with steps per input, because previous transactions and taproot commitments take long. Throws the same errors.
 * @param counts `countPsbt(bytes)`, if it is known
 */
export function* parsePsbtInSteps(
  bytes: Uint8Array,
  counts: PsbtCounts = countPsbt(bytes),
): Generator<void, Psbt> {
  let reason = CONTRADICTION
  try {
    const { stripped, proven, serialize } = yield* takeOutPrevious(bytes, counts)
    yield
    const transaction = Transaction.fromPSBT(stripped, { ...KEEP_FIELDS, disableScriptCheck: true })
    yield
    const inputs: Input[] = []
    for (let index = 0; index < transaction.inputsLength; index++) {
      const input = transaction.getInput(index)
      reason = hasAddress(input)
        ? CONTRADICTION
        : `input ${index} spends a script without an address, which is not supported`
      // Checks the scripts and commitments of this input.
      new Transaction(KEEP_FIELDS).addInput(input, true)
      inputs.push(input)
      yield
    }
    const outputs = Array.from({ length: transaction.outputsLength }, (_, n) => transaction.getOutput(n))
    if (inputs.length > 0 && outputs.length > 0)
      return { transaction, inputs, outputs, proven: inputs.map((_, n) => proven.get(n)), serialize }
  } catch {
    throw malformed(reason)
  }
  throw malformed('it has no inputs or no outputs')
}

const CONTRADICTION = 'it is not a PSBT, or its fields contradict the outputs that it spends'

interface WithoutPrevious extends Pick<Psbt, 'serialize'> {
  readonly stripped: Uint8Array
  /** By the index of the input. */
  readonly proven: ReadonlyMap<number, SpentOutput>
}

/** Replaces previous transactions by the outputs that inputs spend, after comparing ids and stated outputs (BIP-174). */
function* takeOutPrevious(bytes: Uint8Array, { previous }: PsbtCounts): Generator<void, WithoutPrevious> {
  // Then they need not be decoded twice.
  if (previous === 0)
    return { stripped: bytes, proven: new Map(), serialize: (transaction) => transaction.toPSBT() }
  yield
  const { coder, maps } = yield* decodeMaps(bytes)
  yield
  const proven = new Map<number, SpentOutput>()
  for (const [n, input] of maps.inputs.entries()) {
    const { txid, index, nonWitnessUtxo, witnessUtxo } = { ...maps.global.unsignedTx?.inputs[n], ...input }
    if (!nonWitnessUtxo) continue
    const output = nonWitnessUtxo.outputs[index!]
    const isSame = output && equalBytes(idOf(nonWitnessUtxo), txid!)
    if (!isSame || (witnessUtxo && !isSameOutput(witnessUtxo, output))) throw malformed(CONTRADICTION)
    proven.set(n, output)
    yield
  }
  const inputs = maps.inputs.map(({ nonWitnessUtxo, ...input }, n) =>
    proven.has(n) ? { ...input, witnessUtxo: proven.get(n) } : input,
  ) as typeof maps.inputs
  const serialize: Psbt['serialize'] = (transaction) => {
    const signed = coder.decode(transaction.toPSBT())
    for (const [n, input] of signed.inputs.entries()) {
      const { nonWitnessUtxo, witnessUtxo } = maps.inputs[n]!
      Object.assign(input, { nonWitnessUtxo, witnessUtxo })
    }
    return coder.encode(signed)
  }
  return { stripped: coder.encode({ ...maps, inputs }), proven, serialize }
}

/** Tries the versions in the library's order. */
function* decodeMaps(bytes: Uint8Array) {
  try {
    return { coder: RawPSBTV0, maps: RawPSBTV0.decode(bytes) }
  } catch {
    yield
    return { coder: RawPSBTV2, maps: RawPSBTV2.decode(bytes) }
  }
}

/** In the byte order that people read. */
const idOf = (transaction: PreviousTransaction) => sha256(sha256(RawOldTx.encode(transaction))).reverse()

const isSameOutput = (one: SpentOutput, other: SpentOutput) =>
  one.amount === other.amount && equalBytes(one.script, other.script)

/** False for an output such as P2PK or a bare multisignature, which the library can't spend. */
function hasAddress(input: Input): boolean {
  const script = input.witnessUtxo?.script
  return !script || ['pkh', 'sh', 'wpkh', 'wsh', 'tr'].includes(OutScript.decode(script).type)
}

/** How this key can satisfy an input's output. */
interface Ownership {
  readonly index: number
  readonly taproot: boolean
  /** Output scripts of this key's addresses that the signature can spend; empty for a script of several parties. */
  readonly spends: readonly Uint8Array[]
  /** Fields that BIP-174 and BIP-371 require in addition to the output; added if the sender omitted them. */
  readonly missing: Pick<Input, 'redeemScript' | 'witnessScript' | 'tapInternalKey'>
}

/**
 * Checks that the key can sign an input, and that these signatures cover the whole transaction. Returns the inputs that
 * it can sign.
 * @throws KeysError `TRANSACTION_SIGNER_MISMATCH`, `TRANSACTION_MALFORMED`
 */
export function assertSpends(psbt: Psbt, publicKey: Uint8Array): readonly Ownership[] {
  const owned = ownershipsOf(psbt, publicKey)
  if (owned.length === 0) {
    throw new KeysError('TRANSACTION_SIGNER_MISMATCH', { type: 'Bitcoin', address: toHex(publicKey) })
  }
  for (const { index, taproot } of owned) {
    const { sighashType } = psbt.inputs[index]!
    // With any other hash type, outputs or inputs could change after policies saw them.
    const whole =
      sighashType === undefined || sighashType === SigHash.ALL || (taproot && sighashType === SigHash.DEFAULT)
    if (!whole)
      throw malformed(`input ${index} asks for a signature that does not cover all inputs and outputs`)
  }
  return owned
}

/**
 * Adds this key's signatures to every input that it can sign: partial signatures, or the key-path signature of
 * taproot. Deterministic.
 * @throws KeysError as `parsePsbt` and `assertSpends`, `PRIVATE_KEY_OUT_OF_RANGE`
 */
export function signPsbt(bytes: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return finishSteps(signPsbtInSteps(bytes, privateKey))
}

/** `signPsbt` with steps per input, so that other requests can run in between. Throws the same errors. */
export function* signPsbtInSteps(
  bytes: Uint8Array,
  privateKey: Uint8Array,
  counts?: PsbtCounts,
): Generator<void, Uint8Array> {
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey)
  const psbt = yield* parsePsbtInSteps(bytes, counts)
  const { transaction } = psbt
  for (const { index, missing } of assertSpends(psbt, publicKey)) {
    try {
      transaction.updateInput(index, missing, true)
      // Rejects a legacy input without its previous transaction, because the signature doesn't cover the amount.
      if (!psbt.proven[index]) getInputType(transaction.getInput(index))
      transaction.signIdx(privateKey, index, [SigHash.ALL, SigHash.DEFAULT], ZERO_AUXILIARY_RANDOMNESS)
    } catch {
      throw malformed(`input ${index} lacks what its signature needs, or contradicts itself`)
    }
    yield
  }
  return psbt.serialize(transaction)
}

/** BIP-340 permits zeros, which keep signing deterministic. */
const ZERO_AUXILIARY_RANDOMNESS = new Uint8Array(32)

/**
 * The inputs that a key (33 bytes) can sign: its own P2PKH, P2SH-P2WPKH, P2WPKH, P2WSH and P2TR outputs, scripts that
 * contain it or its hash, and taproot outputs with a script tree whose internal key it is, or with a given leaf that
 * contains it.
 */
function ownershipsOf(psbt: Psbt, publicKey: Uint8Array): Ownership[] {
  const scripts = ownScripts(publicKey)
  const keyHash = hash160(publicKey)
  return psbt.inputs.flatMap((input, index): Ownership[] => {
    const script = input.witnessUtxo?.script
    if (!script || input.finalScriptSig || input.finalScriptWitness) return []
    const own = scripts.find((each) => equalBytes(each.script, script))
    const inner = [input.witnessScript, input.redeemScript].filter((each) => each !== undefined)
    if (!own && isInTree(input, publicKey.subarray(1))) {
      assertCommitted(input, index, publicKey.subarray(1))
      return [{ index, taproot: true, missing: {}, spends: [] }]
    }
    const names = (each: Uint8Array) => includesBytes(each, publicKey) || includesBytes(each, keyHash)
    if (!own && !inner.some(names)) return []
    const codes = [...(own?.code ? [own.code] : []), ...inner]
    // Without the previous transaction, the sender may have stated the script of another address.
    const isAlike = ({ code }: OwnScript) =>
      code !== undefined && !psbt.proven[index] && codes.some((each) => equalBytes(each, code))
    const spends = scripts.filter((each) => each === own || isAlike(each)).map((each) => each.script)
    return [{ index, taproot: own?.taproot ?? false, missing: own?.missing ?? {}, spends }]
  })
}

/** Whether a key (32 bytes, x-only) is the internal key of a taproot output with a script tree, or in a given leaf. */
const isInTree = ({ tapInternalKey, tapLeafScript = [] }: Input, xOnly: Uint8Array): boolean =>
  (tapInternalKey !== undefined && equalBytes(tapInternalKey, xOnly)) ||
  tapLeafScript.some(([, leaf]) => includesBytes(leaf, xOnly))

/** @throws KeysError `TRANSACTION_MALFORMED` with what the signature for a script tree lacks */
function assertCommitted(input: Input, index: number, xOnly: Uint8Array): void {
  const { tapInternalKey, tapMerkleRoot, tapLeafScript = [] } = input
  const leaves = tapLeafScript.filter(([, leaf]) => includesBytes(leaf, xOnly))
  // Without the root, the key would be tweaked for another output.
  if (tapInternalKey && equalBytes(tapInternalKey, xOnly) && !tapMerkleRoot) {
    throw malformed(`input ${index} spends an output with a script tree: add its Merkle root (BIP-371)`)
  }
  // BIP-341: other versions have no rules yet, so nothing says what a signature would permit.
  if (leaves.some(([, leaf]) => leaf.at(-1) !== TAPSCRIPT_VERSION)) {
    throw malformed(`input ${index} has a leaf of a version other than 0xc0`)
  }
}

const TAPSCRIPT_VERSION = 0xc0

/** The scripts of the given leaves that contain a key (33 bytes), which signs for each of them. */
export const leavesOf = ({ tapLeafScript = [] }: Input, publicKey: Uint8Array): Uint8Array[] =>
  tapLeafScript
    .map(([, leaf]) => leaf.subarray(0, -1))
    .filter((script) => includesBytes(script, publicKey.subarray(1)))

const OP_0 = 0x00
const OP_1 = 0x51
const OP_DUP = 0x76
const OP_EQUAL = 0x87
const OP_EQUALVERIFY = 0x88
const OP_HASH160 = 0xa9
const OP_CHECKSIG = 0xac

interface OwnScript extends Omit<Ownership, 'index' | 'spends'> {
  readonly script: Uint8Array
  /** What a SegWit v0 signature (BIP-143) covers instead of the script: the same for scripts with the same code. */
  readonly code?: Uint8Array
}

/** The output scripts of a key's five kinds of addresses. */
function ownScripts(publicKey: Uint8Array): OwnScript[] {
  const keyHash = hash160(publicKey)
  const witnessProgram = concat(Uint8Array.of(OP_0, keyHash.length), keyHash)
  const witnessScript = singleKeyScript(publicKey)
  const outputKey = tweakTaprootPublicKey(publicKey)
  const payToKeyHash = concat(
    Uint8Array.of(OP_DUP, OP_HASH160, keyHash.length),
    keyHash,
    Uint8Array.of(OP_EQUALVERIFY, OP_CHECKSIG),
  )
  return [
    { script: payToKeyHash, taproot: false, missing: {} },
    {
      script: concat(Uint8Array.of(OP_HASH160, 20), hash160(witnessProgram), Uint8Array.of(OP_EQUAL)),
      code: payToKeyHash,
      taproot: false,
      missing: { redeemScript: witnessProgram },
    },
    { script: witnessProgram, code: payToKeyHash, taproot: false, missing: {} },
    {
      script: concat(Uint8Array.of(OP_0, 32), sha256(witnessScript)),
      code: witnessScript,
      taproot: false,
      missing: { witnessScript },
    },
    {
      script: concat(Uint8Array.of(OP_1, outputKey.length), outputKey),
      taproot: true,
      missing: { tapInternalKey: publicKey.subarray(1) },
    },
  ]
}

const includesBytes = (haystack: Uint8Array, needle: Uint8Array) => toHex(haystack).includes(toHex(needle))

const malformed = (reason: string) =>
  new KeysError('TRANSACTION_MALFORMED', { type: 'TRANSACTION_TYPE_BITCOIN', reason })
