import { later, type StructEntry, struct } from './entry.ts'

export const bitcoinStructs: readonly StructEntry[] = [
  struct('later', 'BitcoinTransaction', 'the Bitcoin transaction', 'An unsigned Bitcoin transaction.', [
    later('version', 'string', 'The transaction version.'),
    later('inputs', 'list<BitcoinInput>', 'The inputs, in order.'),
    later('outputs', 'list<BitcoinOutput>', 'The outputs, in order.'),
    later('locktime', 'BitcoinLocktime', 'The lock time.'),
    later(
      'fee',
      'int',
      'Inputs minus outputs, in satoshi; absent unless the full previous transaction of every input proves its amount.',
    ),
  ]),
  struct('later', 'BitcoinInput', 'an input', 'An input of a Bitcoin transaction.', [
    later('tx_id', 'string', 'The id of the spent transaction, as lower-case hex.', { format: 'hex' }),
    later('vout', 'int', 'The position of the spent output.'),
    later('sequence', 'int', 'The sequence number.'),
    later(
      'address',
      'string',
      'The address whose output the input spends, or the empty string; absent unless the full previous transaction proves it.',
      { format: 'bitcoin-address' },
    ),
    later(
      'address_type',
      'string',
      'The type of that address, or the empty string; absent like the address.',
      {
        values: ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR', ''],
      },
    ),
    later(
      'leaves',
      'list<string>',
      'The taproot leaves with the signer’s key, as lower-case hex, to which its signatures commit; empty for the key path.',
      { format: 'hex' },
    ),
  ]),
  struct('later', 'BitcoinOutput', 'an output', 'An output of a Bitcoin transaction.', [
    later('value', 'int', 'The amount, in satoshi.'),
    later('script_pubkey', 'string', 'The script, as lower-case hex.', { format: 'hex' }),
    later(
      'address',
      'string',
      'The address that the script pays, on any network; the empty string if the script has no address.',
      {
        format: 'bitcoin-address',
      },
    ),
    later('address_type', 'string', 'The type of the address; the empty string without an address.', {
      values: ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR', ''],
    }),
  ]),
  struct('later', 'BitcoinLocktime', 'the lock time', 'The lock time of a Bitcoin transaction.', [
    later('amount', 'int', 'A time in seconds or a block height.'),
    later('type', 'string', '`Seconds` or `Blocks`.', { values: ['Seconds', 'Blocks'] }),
  ]),
]
