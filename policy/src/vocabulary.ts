/**
 * What an expression may name: data from which the checker works, the reference page is printed and the
 * editor completes.
 */
import type { Side } from './error.ts'

/** `seed` is the December 2024 protocol, `later` is newer. */
export type Era = 'seed' | 'later'

export interface FieldEntry {
  readonly name: string
  /** `bool`, `int`, `uint`, `string`, `map`, `list<T>` or the name of a struct. */
  readonly type: string
  readonly era: Era
  /** One sentence for the reference. */
  readonly doc: string
  /** Activity kinds that can have it (see `kindOfActivity`); missing when its struct always has it. */
  readonly presentFor?: readonly string[]
}

export interface StructEntry {
  readonly name: string
  /** How an error message calls a value of this struct. */
  readonly title: string
  readonly era: Era
  readonly doc: string
  readonly fields: readonly FieldEntry[]
}

export interface NameEntry {
  /** The name as written, such as `activity` or `eth.tx`. */
  readonly path: string
  readonly side: Side
  readonly type: string
  readonly era: Era
  readonly doc: string
  /** Activity kinds that can have it (see `kindOfActivity`); missing when every request has it. */
  readonly presentFor?: readonly string[]
  /** Names of one group exclude each other: a request that has one lacks the others. */
  readonly excludes?: 'signer' | 'payload'
}

export interface Vocabulary {
  readonly names: readonly NameEntry[]
  readonly structs: readonly StructEntry[]
}

const seed = (name: string, type: string, doc: string): FieldEntry => ({ name, type, era: 'seed', doc })
const later = (name: string, type: string, doc: string): FieldEntry => ({ name, type, era: 'later', doc })
const param = (name: string, type: string, doc: string, presentFor: readonly string[]): FieldEntry => ({
  name,
  type,
  era: 'later',
  doc,
  presentFor,
})
const struct = (
  era: Era,
  name: string,
  title: string,
  doc: string,
  fields: readonly FieldEntry[],
): StructEntry => ({ name, title, era, doc, fields })

const RAW_PAYLOADS = ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']
const EXPORTS = ['EXPORT_WALLET', 'EXPORT_WALLET_ACCOUNT', 'EXPORT_PRIVATE_KEY']
const SIGNING = ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS', 'SIGN_TRANSACTION'] as const
const WALLET_KINDS = [
  ...SIGNING,
  'EXPORT_WALLET',
  'EXPORT_WALLET_ACCOUNT',
  'CREATE_WALLET_ACCOUNTS',
  'DELETE_WALLETS',
  'DELETE_WALLET_ACCOUNTS',
  'UPDATE_WALLET',
] as const
const PRIVATE_KEY_KINDS = [
  ...SIGNING,
  'EXPORT_PRIVATE_KEY',
  'DISABLE_PRIVATE_KEY',
  'DELETE_PRIVATE_KEYS',
] as const

const names: readonly NameEntry[] = [
  {
    path: 'approvers',
    side: 'consensus',
    type: 'list<User>',
    era: 'seed',
    doc: 'The users who approved so far, each once, in the order of their votes; the submitter is the first.',
  },
  {
    path: 'credentials',
    side: 'consensus',
    type: 'list<Credential>',
    era: 'later',
    doc: 'The credentials with which the approvers stamped their votes.',
  },
  {
    path: 'activity',
    side: 'condition',
    type: 'Activity',
    era: 'seed',
    doc: 'The activity that the request asks for.',
  },
  {
    path: 'wallet',
    side: 'condition',
    type: 'Wallet',
    era: 'seed',
    doc: 'The wallet that the request uses, itself or through one of its accounts.',
    presentFor: WALLET_KINDS,
    excludes: 'signer',
  },
  {
    path: 'private_key',
    side: 'condition',
    type: 'PrivateKey',
    era: 'seed',
    doc: 'The private key that the request uses.',
    presentFor: PRIVATE_KEY_KINDS,
    excludes: 'signer',
  },
  {
    path: 'wallet_account',
    side: 'condition',
    type: 'WalletAccount',
    era: 'later',
    doc: 'The wallet account that the request signs with or exports.',
    presentFor: [...SIGNING, 'EXPORT_WALLET_ACCOUNT'],
  },
  {
    path: 'wallets',
    side: 'condition',
    type: 'list<Wallet>',
    era: 'later',
    doc: 'Every wallet that a request on several wallets names.',
    presentFor: ['DELETE_WALLETS'],
  },
  {
    path: 'eth.tx',
    side: 'condition',
    type: 'EthereumTransaction',
    era: 'seed',
    doc: 'The Ethereum transaction to sign.',
    presentFor: ['SIGN_TRANSACTION'],
    excludes: 'payload',
  },
  {
    path: 'eth.eip_712',
    side: 'condition',
    type: 'Eip712TypedData',
    era: 'later',
    doc: 'The typed data to sign, when a raw payload has the encoding of EIP-712.',
    presentFor: ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS'],
    excludes: 'payload',
  },
  {
    path: 'eth.eip_7702_authorization',
    side: 'condition',
    type: 'Eip7702Authorization',
    era: 'later',
    doc: 'The EIP-7702 authorization to sign, when a raw payload has that encoding.',
    presentFor: ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS'],
    excludes: 'payload',
  },
  {
    path: 'solana.tx',
    side: 'condition',
    type: 'SolanaTransaction',
    era: 'seed',
    doc: 'The Solana transaction to sign.',
    presentFor: ['SIGN_TRANSACTION'],
    excludes: 'payload',
  },
  {
    path: 'tron.tx',
    side: 'condition',
    type: 'TronTransaction',
    era: 'later',
    doc: 'The Tron transaction to sign.',
    presentFor: ['SIGN_TRANSACTION'],
    excludes: 'payload',
  },
  {
    path: 'bitcoin.tx',
    side: 'condition',
    type: 'BitcoinTransaction',
    era: 'later',
    doc: 'The Bitcoin transaction to sign.',
    presentFor: ['SIGN_TRANSACTION'],
    excludes: 'payload',
  },
  {
    path: 'tempo.tx',
    side: 'condition',
    type: 'TempoTransaction',
    era: 'later',
    doc: 'The Tempo transaction to sign.',
    presentFor: ['SIGN_TRANSACTION'],
    excludes: 'payload',
  },
]

const organizationStructs: readonly StructEntry[] = [
  struct('seed', 'User', 'a user', 'A user who approved the activity.', [
    seed('id', 'string', 'The user id.'),
    seed('tags', 'list<string>', 'The ids of the tags that the user has.'),
    seed('email', 'string', 'The email address; the empty string when there is none.'),
    seed('alias', 'string', 'The user name.'),
  ]),
  struct('later', 'Credential', 'a credential', 'A credential with which an approver stamped a vote.', [
    later('id', 'string', 'The credential id.'),
    later('user_id', 'string', 'The id of the user who owns it.'),
    later('type', 'string', 'The credential type, such as `CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR`.'),
    later('credential_id', 'string', 'The id that a passkey reports; empty for an API key.'),
    later('public_key', 'string', 'The public key, in hex.'),
  ]),
  struct('seed', 'Activity', 'the activity', 'What the request asks for.', [
    seed(
      'type',
      'string',
      'The full name of the posted version, such as `ACTIVITY_TYPE_SIGN_TRANSACTION_V2`.',
    ),
    seed('resource', 'string', 'What is acted on, such as `WALLET`.'),
    seed('action', 'string', 'What is done, such as `SIGN`.'),
    later('kind', 'string', 'The type without prefix and version: one name for all versions.'),
    later('params', 'ActivityParams', 'Some of the parameters of the request.'),
  ]),
  struct(
    'later',
    'ActivityParams',
    'the parameters',
    'Parameters of the request; reading one that this activity does not have is an error.',
    [
      param('hash_function', 'string', 'Raw payloads: the hash function.', RAW_PAYLOADS),
      param('encoding', 'string', 'Raw payloads: the payload encoding.', RAW_PAYLOADS),
      param('type', 'string', 'Transactions: the transaction type.', ['SIGN_TRANSACTION']),
      param('user_ids', 'list<string>', 'Deleting users: their ids.', ['DELETE_USERS']),
      param('user_id', 'string', 'API keys: the user who owns them.', ['CREATE_API_KEYS', 'DELETE_API_KEYS']),
      param('api_key_ids', 'list<string>', 'Deleting API keys: their ids.', ['DELETE_API_KEYS']),
      param('target_public_key', 'string', 'Exports: the key that the bundle is encrypted to.', EXPORTS),
      param('otp_length', 'int', 'One-time codes: the number of digits.', ['INIT_OTP', 'INIT_OTP_AUTH']),
      param('wallet_id', 'string', 'Wallets: the wallet id.', ['EXPORT_WALLET', 'CREATE_WALLET_ACCOUNTS']),
    ],
  ),
  struct('seed', 'Wallet', 'the wallet', 'A wallet.', [
    seed('id', 'string', 'The wallet id.'),
    later('imported', 'bool', 'True when the wallet was imported.'),
    later('exported', 'bool', 'True when the wallet was exported.'),
    later('label', 'string', 'The wallet name.'),
  ]),
  struct('later', 'WalletAccount', 'the wallet account', 'An account of a wallet.', [
    later('address', 'string', 'The address of the account.'),
  ]),
  struct('seed', 'PrivateKey', 'the private key', 'A private key without a wallet.', [
    seed('id', 'string', 'The private key id.'),
    seed('tags', 'list<string>', 'The ids of the tags that the key has.'),
    later('imported', 'bool', 'True when the key was imported.'),
    later('exported', 'bool', 'True when the key was exported.'),
    later('label', 'string', 'The name of the key.'),
  ]),
]

const ethereumStructs: readonly StructEntry[] = [
  struct('seed', 'EthereumTransaction', 'the Ethereum transaction', 'An unsigned Ethereum transaction.', [
    seed('from', 'string', 'The sender; comparing it ignores letter case.'),
    seed(
      'to',
      'string',
      'The recipient; the empty string for contract creation; comparing it ignores letter case.',
    ),
    seed('data', 'string', 'The call data, as lower-case hex that begins with `0x`.'),
    seed('value', 'int', 'The amount, in wei.'),
    seed('gas', 'int', 'The gas limit.'),
    seed('gas_price', 'int', 'The price of a unit of gas, in wei; equals `max_fee_per_gas` for type 2.'),
    seed('chain_id', 'int', 'The chain id (EIP-155).'),
    seed('nonce', 'int', 'The number of transactions that the sender sent before.'),
    later('max_fee_per_gas', 'int', 'The most to pay for a unit of gas, in wei.'),
    later('max_priority_fee_per_gas', 'int', 'The tip for a unit of gas, in wei.'),
    later('max_fee_per_blob_gas', 'int', 'The most to pay for a unit of blob gas, in wei.'),
    later('type', 'string', 'One of `LEGACY`, `TYPE_1`, `TYPE_2`, `TYPE_3`, `TYPE_4`.'),
    later('function_name', 'string', 'The name of the called function, when its interface is known.'),
    later('function_signature', 'string', 'The four-byte selector, when the interface is known.'),
    later('contract_call_args', 'map', 'The decoded arguments by name, when the interface is known.'),
  ]),
  struct('later', 'Eip712TypedData', 'the typed data', 'Typed data to sign (EIP-712).', [
    later('primary_type', 'string', 'The name of the signed type.'),
    later('domain', 'Eip712Domain', 'The domain.'),
    later('message', 'map', 'The message by field name.'),
  ]),
  struct('later', 'Eip712Domain', 'the domain', 'The domain of typed data (EIP-712).', [
    later('name', 'string', 'The name of the application.'),
    later('version', 'string', 'The version of the application.'),
    later('verifying_contract', 'string', 'The contract that verifies the signature.'),
    later('chain_id', 'uint', 'The chain id.'),
  ]),
  struct('later', 'Eip7702Authorization', 'the authorization', 'An authorization to sign (EIP-7702).', [
    later('address', 'string', 'The contract whose code the account takes on.'),
    later('chain_id', 'int', 'The chain id; 0 for any chain.'),
    later('nonce', 'int', 'The nonce of the account.'),
  ]),
  struct('later', 'TempoTransaction', 'the Tempo transaction', 'An unsigned Tempo transaction.', [
    later('chain_id', 'int', 'The chain id.'),
    later('nonce', 'int', 'The nonce.'),
    later('gas_limit', 'int', 'The gas limit.'),
    later('max_fee_per_gas', 'int', 'The most to pay for a unit of gas.'),
    later('max_priority_fee_per_gas', 'int', 'The tip for a unit of gas.'),
    later('valid_before', 'int', 'The second after which the transaction is void.'),
    later('valid_after', 'int', 'The second before which the transaction is void.'),
    later('from', 'string', 'The sender.'),
    later('fee_token', 'string', 'The token that pays the fee.'),
    later('calls', 'list<TempoCall>', 'The calls that the transaction makes.'),
  ]),
  struct('later', 'TempoCall', 'a call', 'One call of a Tempo transaction.', [
    later('to', 'string', 'The called contract.'),
    later('input', 'string', 'The call data, as lower-case hex that begins with `0x`.'),
    later('function_signature', 'string', 'The four-byte selector.'),
  ]),
]

const solanaStructs: readonly StructEntry[] = [
  struct('seed', 'SolanaTransaction', 'the Solana transaction', 'An unsigned Solana transaction.', [
    seed('account_keys', 'list<string>', 'The accounts of the message, in its order.'),
    seed('program_keys', 'list<string>', 'The programs that the instructions call.'),
    seed('instructions', 'list<Instruction>', 'The instructions, in order.'),
    seed(
      'transfers',
      'list<Transfer>',
      'The native transfers made by top-level system program instructions.',
    ),
    seed('recent_blockhash', 'string', 'The recent block hash.'),
    later('spl_transfers', 'list<SPLTransfer>', 'The token transfers.'),
    later(
      'address_table_lookups',
      'list<AddressTableLookup>',
      'The address lookup tables that the message uses.',
    ),
  ]),
  struct('seed', 'Instruction', 'an instruction', 'One instruction of a Solana transaction.', [
    seed('program_key', 'string', 'The program that runs it.'),
    seed('accounts', 'list<Account>', 'The accounts that it uses.'),
    seed('instruction_data_hex', 'string', 'The data, as lower-case hex without a prefix.'),
    seed('address_table_lookups', 'list<AddressTableLookup>', 'The lookup tables that it uses.'),
  ]),
  struct('seed', 'Transfer', 'a transfer', 'A native Solana transfer.', [
    seed('from', 'string', 'The paying account.'),
    seed('to', 'string', 'The paid account.'),
    seed('amount', 'int', 'The amount, in lamports.'),
  ]),
  struct('seed', 'Account', 'an account', 'An account that an instruction uses.', [
    seed('account_key', 'string', 'The address; `ADDRESS_TABLE_LOOKUP` when it comes from a lookup table.'),
    seed('signer', 'bool', 'True when the account must sign.'),
    seed('writable', 'bool', 'True when the instruction may change the account.'),
  ]),
  struct('seed', 'AddressTableLookup', 'an address table lookup', 'A use of an address lookup table.', [
    seed('address_table_key', 'string', 'The address of the table.'),
    seed('writable_indexes', 'list<int>', 'The positions of the writable accounts.'),
    seed('readonly_indexes', 'list<int>', 'The positions of the read-only accounts.'),
  ]),
  struct('later', 'SPLTransfer', 'a token transfer', 'A transfer of the Solana token programs.', [
    later('from', 'string', 'The paying token account.'),
    later('to', 'string', 'The paid token account.'),
    later('owner', 'string', 'The owner of the paying token account.'),
    later('token_mint', 'string', 'The mint of the token.'),
    later('amount', 'int', 'The amount, in the smallest unit of the token.'),
    later('signers', 'list<string>', 'The accounts that sign for the owner.'),
  ]),
]

const tronStructs: readonly StructEntry[] = [
  struct('later', 'TronTransaction', 'the Tron transaction', 'An unsigned Tron transaction.', [
    later('ref_block_bytes', 'string', 'The low bytes of the reference block number, in hex.'),
    later('ref_block_hash', 'string', 'The middle bytes of the reference block hash, in hex.'),
    later('data', 'string', 'The memo, in hex.'),
    later('expiration', 'int', 'When the transaction expires, in milliseconds.'),
    later('timestamp', 'int', 'When the transaction was made, in milliseconds.'),
    later('fee_limit', 'int', 'The most to pay, in sun.'),
    later('contract', 'list<TronContract>', 'The contracts; a valid transaction has one.'),
  ]),
  struct('later', 'TronContract', 'a contract', 'What a Tron transaction does.', [
    later('type', 'string', 'The contract type, such as `TransferContract`.'),
    later('owner_address', 'string', 'The acting account.'),
    later('to_address', 'string', 'The paid account.'),
    later('contract_address', 'string', 'The called contract.'),
    later('data', 'string', 'The call data, in hex.'),
    later('resource', 'string', 'The staked resource.'),
    later('receiver_address', 'string', 'The account that receives the resource.'),
    later('permission_id', 'int', 'The permission that signs.'),
    later('amount', 'int', 'The amount, in sun.'),
    later('call_value', 'int', 'The amount sent with a call, in sun.'),
    later('call_token_value', 'int', 'The token amount sent with a call.'),
    later('token_id', 'int', 'The id of the token sent with a call.'),
    later('balance', 'int', 'The delegated or withdrawn amount, in sun.'),
    later('lock_period', 'int', 'How long a delegation stays locked, in blocks.'),
    later('frozen_balance', 'int', 'The staked amount, in sun.'),
    later('unfreeze_balance', 'int', 'The unstaked amount, in sun.'),
    later('lock', 'bool', 'True when a delegation is locked.'),
    later('owner', 'TronPermission', 'The new owner permission.'),
    later('witness', 'TronPermission', 'The new witness permission.'),
    later('actives', 'list<TronPermission>', 'The new active permissions.'),
  ]),
  struct('later', 'TronPermission', 'a permission', 'A permission of a Tron account.', [
    later('type', 'string', 'The permission type.'),
    later('permission_name', 'string', 'The permission name.'),
    later('operations', 'string', 'The allowed operations, in hex.'),
    later('id', 'int', 'The permission id.'),
    later('threshold', 'int', 'The weight that signatures must reach.'),
    later('parent_id', 'int', 'The id of the parent permission.'),
    later('keys', 'list<TronKey>', 'The keys that may sign.'),
  ]),
  struct('later', 'TronKey', 'a key', 'A key of a Tron permission.', [
    later('address', 'string', 'The address of the key.'),
    later('weight', 'int', 'The weight of its signature.'),
  ]),
]

const bitcoinStructs: readonly StructEntry[] = [
  struct('later', 'BitcoinTransaction', 'the Bitcoin transaction', 'An unsigned Bitcoin transaction.', [
    later('version', 'string', 'The transaction version.'),
    later('inputs', 'list<BitcoinInput>', 'The inputs, in order.'),
    later('outputs', 'list<BitcoinOutput>', 'The outputs, in order.'),
    later('locktime', 'BitcoinLocktime', 'The lock time.'),
    later('fee', 'int', 'Inputs minus outputs, in satoshi.'),
  ]),
  struct('later', 'BitcoinInput', 'an input', 'An input of a Bitcoin transaction.', [
    later('tx_id', 'string', 'The id of the spent transaction.'),
    later('vout', 'int', 'The position of the spent output.'),
    later('sequence', 'int', 'The sequence number.'),
  ]),
  struct('later', 'BitcoinOutput', 'an output', 'An output of a Bitcoin transaction.', [
    later('value', 'int', 'The amount, in satoshi.'),
    later('script_pubkey', 'string', 'The script, in hex.'),
    later('address', 'string', 'The address that the script pays.'),
    later('address_type', 'string', 'The type of the address.'),
  ]),
  struct('later', 'BitcoinLocktime', 'the lock time', 'The lock time of a Bitcoin transaction.', [
    later('amount', 'int', 'A time in seconds or a block height.'),
    later('type', 'string', '`Seconds` or `Blocks`.'),
  ]),
]

/** Every name and struct of the language. */
export const VOCABULARY: Vocabulary = deepFreeze({
  names,
  structs: [...organizationStructs, ...ethereumStructs, ...solanaStructs, ...tronStructs, ...bitcoinStructs],
})

/** The operators and functions, with their types, for the reference. */
export const OPERATIONS: readonly { readonly form: string; readonly type: string; readonly doc: string }[] =
  deepFreeze([
    {
      form: 'a && b',
      type: '(bool, bool) → bool',
      doc: 'True when both are true; both sides are evaluated.',
    },
    { form: 'a || b', type: '(bool, bool) → bool', doc: 'True when one is true; both sides are evaluated.' },
    {
      form: 'a == b, a != b',
      type: '(int, int) → bool',
      doc: 'Compares integers, strings or bools of one type.',
    },
    { form: 'a < b, a > b, a <= b, a >= b', type: '(int, int) → bool', doc: 'Orders integers.' },
    {
      form: 'x in list',
      type: '(T, list<T>) → bool',
      doc: 'True when the list has an element equal to `x`.',
    },
    {
      form: 'list[i]',
      type: '(list<T>, int) → T',
      doc: 'The element at `i`, from 0; beyond the end is an error.',
    },
    { form: "'text'[i]", type: '(string, int) → string', doc: 'One character; beyond the end is an error.' },
    {
      form: 'list[a..b]',
      type: '(list<T>, int, int) → list<T>',
      doc: 'Elements from `a` up to but without `b`.',
    },
    {
      form: "'text'[a..b]",
      type: '(string, int, int) → string',
      doc: 'Characters from `a` up to but without `b`.',
    },
    {
      form: "map['key']",
      type: '(map, string) → value',
      doc: 'The entry of that name; a missing one is an error.',
    },
    { form: 'x.field', type: 'struct → T', doc: 'The field of that name.' },
    {
      form: 'list.all(v, p)',
      type: '(list<T>, T → bool) → bool',
      doc: 'True when `p` holds for each; true when empty.',
    },
    {
      form: 'list.any(v, p)',
      type: '(list<T>, T → bool) → bool',
      doc: 'True when `p` holds for one; false when empty.',
    },
    { form: 'list.contains(x)', type: '(list<T>, T) → bool', doc: 'The same as `x in list`.' },
    { form: 'list.count()', type: 'list<T> → int', doc: 'The number of elements.' },
    {
      form: 'list.filter(v, p)',
      type: '(list<T>, T → bool) → list<T>',
      doc: 'The elements for which `p` holds.',
    },
  ])

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const inner of Object.values(value)) if (!Object.isFrozen(inner)) deepFreeze(inner)
  }
  return value
}
