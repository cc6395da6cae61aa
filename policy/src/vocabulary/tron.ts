/** Tron. */
import { later, type StructEntry, struct } from './entry.ts'

export const tronStructs: readonly StructEntry[] = [
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
