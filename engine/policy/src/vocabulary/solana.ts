import { later, type StructEntry, seed, struct } from './entry.ts'

const ADDRESS = { format: 'solana-address' } as const

export const solanaStructs: readonly StructEntry[] = [
  struct('seed', 'SolanaTransaction', 'the Solana transaction', 'An unsigned Solana transaction.', [
    seed(
      'account_keys',
      'list<string>',
      'The accounts of the message, in its order; then `ADDRESS_TABLE_LOOKUP` for each that comes from a lookup table.',
      ADDRESS,
    ),
    seed('program_keys', 'list<string>', 'The programs that the instructions call.', ADDRESS),
    seed('instructions', 'list<Instruction>', 'The instructions, in order.'),
    seed(
      'transfers',
      'list<Transfer>',
      'What top-level instructions of the programs of the network and of tokens do to lamports.',
    ),
    seed('recent_blockhash', 'string', 'The recent block hash.'),
    later(
      'spl_transfers',
      'list<SPLTransfer>',
      'What top-level instructions of the token programs do to tokens.',
    ),
    later(
      'address_table_lookups',
      'list<AddressTableLookup>',
      'The address lookup tables that the message uses.',
    ),
    later(
      'compute_unit_limit',
      'int',
      'The most compute units that it may use; absent where it states none.',
    ),
    later(
      'compute_unit_price',
      'int',
      'The priority fee per compute unit, in millionths of a lamport; 0 where it states none.',
    ),
  ]),
  struct('seed', 'Instruction', 'an instruction', 'One instruction of a Solana transaction.', [
    seed('program_key', 'string', 'The program that runs it.', ADDRESS),
    seed('accounts', 'list<Account>', 'The accounts that it uses.'),
    seed('instruction_data_hex', 'string', 'The data, as lower-case hex without a prefix.', {
      format: 'hex',
    }),
    seed('address_table_lookups', 'list<AddressTableLookup>', 'The lookup tables that it uses.'),
    later(
      'parsed_instruction_data',
      'ParsedInstructionData',
      'The instruction as the interface of its program describes it; absent without one, or if the data is not the canonical encoding of a call.',
    ),
  ]),
  struct(
    'later',
    'ParsedInstructionData',
    'the parsed instruction',
    'A decoded instruction of a Solana program.',
    [
      later('instruction_name', 'string', 'The name of the instruction in the IDL.'),
      later('discriminator', 'string', 'The bytes that select the instruction, as lower-case hex.', {
        format: 'hex',
      }),
      later(
        'named_accounts',
        'map',
        'The accounts by name; those of a group are `group.account`, and those from lookup tables are absent.',
      ),
      later('program_call_args', 'map', 'The arguments by name.'),
    ],
  ),
  struct('seed', 'Transfer', 'a transfer', 'A native Solana transfer.', [
    seed('from', 'string', 'The paying account; absent for an unknown instruction.', ADDRESS),
    seed('to', 'string', 'The paid account, or who an account passes to.', ADDRESS),
    seed('amount', 'int', 'The amount, in lamports; absent where the instruction moves all there is.'),
  ]),
  struct('seed', 'Account', 'an account', 'An account that an instruction uses.', [
    seed(
      'account_key',
      'string',
      'The address; `ADDRESS_TABLE_LOOKUP` when it comes from a lookup table.',
      ADDRESS,
    ),
    seed('signer', 'bool', 'True when the account must sign.'),
    seed('writable', 'bool', 'True when the instruction may change the account.'),
  ]),
  struct('seed', 'AddressTableLookup', 'an address table lookup', 'A use of an address lookup table.', [
    seed('address_table_key', 'string', 'The address of the table.', ADDRESS),
    seed('writable_indexes', 'list<int>', 'The positions of the writable accounts.'),
    seed('readonly_indexes', 'list<int>', 'The positions of the read-only accounts.'),
  ]),
  struct('later', 'SPLTransfer', 'a token transfer', 'A transfer of the Solana token programs.', [
    later(
      'from',
      'string',
      'The paying token account; the mint for tokens that are made; absent for an unknown instruction.',
      ADDRESS,
    ),
    later(
      'to',
      'string',
      'The paid token account, the delegate, the new authority, or the mint for a burn.',
      ADDRESS,
    ),
    later('owner', 'string', 'The owner of the paying token account.', ADDRESS),
    later(
      'token_mint',
      'string',
      'The mint of the token; absent where the instruction does not name it.',
      ADDRESS,
    ),
    later('amount', 'int', 'The amount, in the smallest unit; absent where the instruction does not say it.'),
    later('signers', 'list<string>', 'The accounts that sign for the owner.', ADDRESS),
  ]),
]
