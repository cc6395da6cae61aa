/** Describes what an activity would sign to the people who vote on it, as data. */
import {
  type BitcoinNetworkName,
  bitcoinPolicyFields,
  type DecodedCall,
  decodeAbiCall,
  decodeIdlCall,
  type EthereumTransaction,
  isKeysError,
  parseAbi,
  parseEthereumTransaction,
  parseHex,
  parseIdl,
  parsePsbt,
  parseSolanaTransaction,
  type SolanaPolicyFields,
  solanaPolicyFields,
  toChecksumAddress,
  toHex,
} from '@keywright/keys/transactions'
import type { SmartContractInterface, TransactionType } from '../index.ts'

/** The members of a contract interface that decoding reads. `list_smart_contract_interfaces` returns them. */
export type DescribedInterface = Pick<
  SmartContractInterface,
  'type' | 'smartContractAddress' | 'smartContractInterface' | 'label'
>

/** Plain JSON: integers are decimal text. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | PlainMembers
export interface PlainMembers {
  readonly [name: string]: PlainValue
}

/** A payment of the chain's coin, or of a token on Solana. */
export interface DescribedTransfer {
  /** Absent on Ethereum and Bitcoin, where it is the signer. */
  readonly from?: string
  /** An address, `a new contract`, or the script of a Bitcoin output without an address. */
  readonly to?: string
  /** With its unit, such as `0.5 ether`; of a token, an integer in its smallest unit. */
  readonly amount?: string
  /** The mint of a token on Solana. */
  readonly token?: string
  /** The transaction doesn't state what leaves the account. */
  readonly warning?: string
}

/** A call of a contract or program that an interface describes. */
export interface DescribedCall {
  /** Address of the contract or program. */
  readonly address: string
  /** The label of the interface: the organization's name of the contract. */
  readonly contract: string
  readonly function?: string
  /** By name, or by position. Amounts are in the units of the contract, because no interface states its decimals. */
  readonly arguments?: PlainMembers
  /** The reason why the arguments can't be read. */
  readonly warning?: string
}

/** An authorization of EIP-7702 in the transaction: an account runs the code at `address` from then on. */
export interface DescribedAuthorization {
  readonly address: string
  /** A chain ID, or `every chain`. */
  readonly chain: string
  readonly nonce: string
}

/** What a transaction does. */
export interface TransactionDescription {
  readonly type: TransactionType
  /** Ethereum: the chain ID, or `every chain`. `Solana`. Bitcoin: the network of the signer's address. */
  readonly chain: string
  /** Every payment of the chain's coin; on Bitcoin every output, including change. */
  readonly transfers: readonly DescribedTransfer[]
  /** The highest fee, with its unit. Absent if the transaction doesn't limit or prove it. */
  readonly fee?: string
  /** The calls that an interface of the organization describes. */
  readonly calls: readonly DescribedCall[]
  readonly authorizations: readonly DescribedAuthorization[]
  /** The other members of the transaction. */
  readonly details: PlainMembers
}

/**
 * Describes the transaction that an activity would sign: recipients, amounts, fee, chain and decoded calls.
 * @param activity with its intent, as `getActivity` and `listActivities` return it
 * @param interfaces `smartContractInterfaces` of `listSmartContractInterfaces`; without them, calls aren't decoded
 * @returns undefined if the activity signs no transaction, or one that can't be read
 * @example
 * const { activity } = await client.getActivity({ activityId })
 * const { smartContractInterfaces } = await client.listSmartContractInterfaces()
 * const described = describeActivity(activity, smartContractInterfaces)
 */
export function describeActivity(
  activity: { readonly intent: object },
  interfaces: readonly DescribedInterface[] = [],
): TransactionDescription | undefined {
  const { type, unsignedTransaction, signWith } = Object(Object.values(activity.intent)[0]) as Record<
    string,
    unknown
  >
  if (typeof type !== 'string' || !Object.hasOwn(readers, type) || typeof unsignedTransaction !== 'string')
    return undefined
  try {
    const bytes = parseHex(unsignedTransaction, 'unsigned transaction', { prefix: true })
    return { type: type as TransactionType, ...readers[type as TransactionType](bytes, interfaces, signWith) }
  } catch (error) {
    if (isKeysError(error)) return undefined
    throw error
  }
}

type Reader = (
  bytes: Uint8Array,
  interfaces: readonly DescribedInterface[],
  signWith: unknown,
) => Omit<TransactionDescription, 'type'>

const readers: Readonly<Record<TransactionType, Reader>> = {
  TRANSACTION_TYPE_ETHEREUM: (bytes, interfaces) =>
    describeEthereum(parseEthereumTransaction(bytes), interfaces),
  TRANSACTION_TYPE_SOLANA: describeSolana,
  TRANSACTION_TYPE_BITCOIN: describeBitcoin,
}

function describeEthereum(transaction: EthereumTransaction, interfaces: readonly DescribedInterface[]) {
  const { to, value, chainId, nonce, data, authorizations = [] } = transaction
  const address = to ? toChecksumAddress(to) : undefined
  const found = interfaces.find(
    ({ type, smartContractAddress }) =>
      type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' &&
      smartContractAddress.toLowerCase() === address?.toLowerCase(),
  )
  return {
    chain: chainId === undefined ? EVERY_CHAIN : String(chainId),
    transfers: [{ to: address ?? 'a new contract', amount: inEther(value) }],
    fee: `at most ${inEther(ethereumFee(transaction))}`,
    calls: found ? [callOf(found, decodeAbiCall(parseAbi(found.smartContractInterface), data))] : [],
    authorizations: authorizations.map((each) => ({
      address: toChecksumAddress(each.address),
      chain: each.chainId === 0n ? EVERY_CHAIN : String(each.chainId),
      nonce: String(each.nonce),
    })),
    details: { nonce: String(nonce), data: `0x${toHex(data)}` },
  }
}

/** EIP-4844: gas per blob. */
const BLOB_GAS = 131_072n

const ethereumFee = ({
  gas,
  gasPrice,
  maxFeePerGas,
  maxFeePerBlobGas = 0n,
  blobs = 0,
}: EthereumTransaction) => gas * (maxFeePerGas ?? gasPrice!) + BigInt(blobs) * BLOB_GAS * maxFeePerBlobGas

const EVERY_CHAIN = 'every chain'

function describeSolana(bytes: Uint8Array, interfaces: readonly DescribedInterface[]) {
  const transaction = parseSolanaTransaction(bytes)
  const fields = solanaPolicyFields(transaction)
  const fee = solanaFee(fields, transaction.signatures.length)
  const { transfers, spl_transfers: tokens, ...details } = fields
  return {
    chain: 'Solana',
    transfers: [
      ...transfers.map(({ amount, ...ends }) =>
        transferOf(ends, amount === undefined ? {} : { amount: inCoins(amount, 9, 'SOL') }),
      ),
      ...tokens.map(({ from, to, amount, token_mint: token }) =>
        transferOf({ from, to }, { token, ...(amount !== undefined && { amount: String(amount) }) }),
      ),
    ],
    ...(fee !== undefined && { fee: `at most ${inCoins(fee, 9, 'SOL')}` }),
    calls: fields.instructions.flatMap(({ program_key, instruction_data_hex }) => {
      const found = interfaces.find(
        ({ type, smartContractAddress }) =>
          type === 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA' && smartContractAddress === program_key,
      )
      if (!found) return []
      const data = parseHex(instruction_data_hex, 'instruction data')
      return [callOf(found, decodeIdlCall(parseIdl(found.smartContractInterface), data))]
    }),
    authorizations: [],
    details: plain(details) as PlainMembers,
  }
}

function transferOf(
  ends: { readonly from?: string | undefined; readonly to?: string | undefined },
  rest: { readonly amount?: string | undefined; readonly token?: string | undefined },
): DescribedTransfer {
  const members = { ...ends, ...rest }
  const known = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return known['amount'] === undefined ? { ...known, warning: 'the amount is not stated' } : known
}

const LAMPORTS_PER_SIGNATURE = 5_000n
/** The highest limit of a transaction, which applies if it states no lower one. */
const MOST_UNITS = 1_400_000n
/** Programs that verify as many signatures as their first byte of data says, at the price of a signature. */
const VERIFIERS = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

/** In lamports; undefined if the transaction's price of compute units can't be read. */
function solanaFee(fields: SolanaPolicyFields, slots: number): bigint | undefined {
  const { compute_unit_price: price, compute_unit_limit: limit = MOST_UNITS } = fields
  if (price === undefined) return undefined
  const verified = fields.instructions
    .filter(({ program_key }) => VERIFIERS.has(program_key))
    .map(({ instruction_data_hex }) => Number.parseInt(instruction_data_hex.slice(0, 2) || '0', 16))
  const signatures = verified.reduce((total, count) => total + count, slots)
  const units = limit < MOST_UNITS ? limit : MOST_UNITS
  // Prices are in millionths of a lamport, and the network rounds up.
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + (units * price + 999_999n) / 1_000_000n
}

function describeBitcoin(bytes: Uint8Array, _: readonly DescribedInterface[], signWith: unknown) {
  const network = networkOf(signWith)
  const { outputs, fee, ...details } = bitcoinPolicyFields(parsePsbt(bytes), network)
  return {
    chain: network ? chainNames[network] : 'Bitcoin, unknown network: addresses are of mainnet',
    transfers: outputs.map(({ address, script_pubkey, value }) => ({
      to: address || script_pubkey,
      amount: inCoins(value, 8, 'bitcoin'),
    })),
    ...(fee !== undefined && { fee: inCoins(fee, 8, 'bitcoin') }),
    calls: [],
    authorizations: [],
    details: plain(details) as PlainMembers,
  }
}

const chainNames: Readonly<Record<BitcoinNetworkName, string>> = {
  MAINNET: 'Bitcoin',
  TESTNET: 'Bitcoin testnet',
  SIGNET: 'Bitcoin signet',
  REGTEST: 'Bitcoin regtest',
}

/** Networks share prefixes: signet has those of testnet, and regtest has its older ones. */
function networkOf(signWith: unknown): BitcoinNetworkName | undefined {
  if (typeof signWith !== 'string' || signWith.includes('-')) return undefined
  if (/^(bc1|[13])/i.test(signWith)) return 'MAINNET'
  if (/^bcrt1/i.test(signWith)) return 'REGTEST'
  return /^(tb1|[mn2])/i.test(signWith) ? 'TESTNET' : undefined
}

function callOf(
  { label, smartContractAddress: address }: DescribedInterface,
  decoded: DecodedCall | string,
): DescribedCall {
  const call = { address, contract: label }
  if (typeof decoded !== 'string')
    return { ...call, function: decoded.name, arguments: plain(decoded.args) as PlainMembers }
  const warning =
    decoded === 'CALL_MALFORMED'
      ? 'malformed: this is not the standard encoding of its arguments, so a contract may read others'
      : 'the interface has no such function'
  return { ...call, warning }
}

/** 10¹⁸ of the smallest unit, whatever the chain calls its coin. */
const inEther = (wei: bigint) => inCoins(wei, 18, 'ether')

function inCoins(amount: bigint, decimals: number, unit: string): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  return `${`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')} ${unit}`
}

/** Integers as decimal text. */
const plain = (value: unknown): PlainValue =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)))
