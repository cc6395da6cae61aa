import { later, type StructEntry, seed, struct } from './entry.ts'

const ADDRESS = { format: 'ethereum-address' } as const
const HEX = { format: 'prefixed-hex' } as const

export const ethereumStructs: readonly StructEntry[] = [
  struct('seed', 'EthereumTransaction', 'the Ethereum transaction', 'An unsigned Ethereum transaction.', [
    seed('from', 'string', 'The sender; comparing it ignores letter case.', ADDRESS),
    seed(
      'to',
      'string',
      'The recipient; the empty string for contract creation; comparing it ignores letter case.',
      ADDRESS,
    ),
    seed('data', 'string', 'The call data, as lower-case hex that begins with `0x`.', HEX),
    seed('value', 'int', 'The amount, in wei.'),
    seed('gas', 'int', 'The gas limit.'),
    seed(
      'gas_price',
      'int',
      'The price of a unit of gas, in wei; equals `max_fee_per_gas` for types 2, 3 and 4.',
    ),
    seed('chain_id', 'int', 'The chain id; absent in a legacy transaction without EIP-155.'),
    seed('nonce', 'int', 'The number of transactions that the sender sent before.'),
    later('max_fee_per_gas', 'int', 'The most to pay for a unit of gas, in wei; types 2, 3 and 4 only.'),
    later('max_priority_fee_per_gas', 'int', 'The tip for a unit of gas, in wei; types 2, 3 and 4 only.'),
    later('max_fee_per_blob_gas', 'int', 'The most to pay for a unit of blob gas, in wei; type 3 only.'),
    later('type', 'string', 'One of `LEGACY`, `TYPE_1`, `TYPE_2`, `TYPE_3`, `TYPE_4`.', {
      values: ['LEGACY', 'TYPE_1', 'TYPE_2', 'TYPE_3', 'TYPE_4'],
    }),
    later(
      'function_name',
      'string',
      'The name of the called function; absent without a contract interface of the recipient, like the arguments.',
    ),
    later(
      'function_signature',
      'string',
      'The selector of the called function: `0x` and eight hex digits.',
      HEX,
    ),
    later(
      'contract_call_args',
      'map',
      'The arguments by name, or by position as text without a name; absent unless the call data is the canonical encoding of a call of the recipient’s interface.',
    ),
  ]),
  struct('later', 'Eip712TypedData', 'the typed data', 'Typed data to sign (EIP-712).', [
    later('primary_type', 'string', 'The name of the signed type.'),
    later('domain', 'Eip712Domain', 'The domain.'),
    later('message', 'map', 'The message by field name; comparing addresses in it ignores letter case.'),
  ]),
  struct('later', 'Eip712Domain', 'the domain', 'The domain of typed data (EIP-712).', [
    later('name', 'string', 'The name of the application.'),
    later('version', 'string', 'The version of the application.'),
    later(
      'verifying_contract',
      'string',
      'The contract that verifies the signature; comparing it ignores letter case.',
      ADDRESS,
    ),
    later('chain_id', 'uint', 'The chain id.'),
    later('salt', 'string', 'The salt, `0x` and 64 lower-case hex digits.'),
  ]),
  struct('later', 'Eip7702Authorization', 'the authorization', 'An authorization to sign (EIP-7702).', [
    later(
      'address',
      'string',
      'The contract whose code the account takes on; comparing it ignores letter case.',
      ADDRESS,
    ),
    later('chain_id', 'int', 'The chain id; absent when any chain takes it (0).'),
    later('nonce', 'int', 'The nonce of the account.'),
  ]),
]
