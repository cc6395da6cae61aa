import * as spl from '@solana/spl-token'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { erc20Abi, erc721Abi, erc1155Abi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseAbi } from './abi.ts'
import { decodeIdlCall } from './decodeIdlCall.ts'
import { parseIdl } from './idl.ts'
import { type WellKnownInterfaceName, wellKnownInterfaces } from './wellKnown.ts'

const selectorsOf = (name: WellKnownInterfaceName) =>
  [...parseAbi(wellKnownInterfaces[name].smartContractInterface).functions.keys()].sort()

it.each([
  ['erc20', erc20Abi],
  ['erc721', erc721Abi],
  ['erc1155', erc1155Abi],
] as const)('%s has the functions of viem’s that change state', (name, abi) => {
  const changing = abi.filter(
    (entry) => entry.type === 'function' && !['view', 'pure'].includes(entry.stateMutability),
  )
  expect(selectorsOf(name)).toEqual(changing.map((entry) => toFunctionSelector(entry as never)).sort())
})

/**
 * Selectors of WETH9 (package canonical-weth 1.4.0), of the dispatcher in the code at Permit2's address, and of
 * `execute` and `executeBatch` of SimpleAccount (package @account-abstraction/contracts 0.6.0, 0.7.0 and 0.8.0).
 */
const deployed = {
  weth: ['0x095ea7b3', '0x23b872dd', '0x2e1a7d4d', '0xa9059cbb', '0xd0e30db0'],
  permit2: [
    ...['0x0d58b1db', '0x137c29fe', '0x2a2d80d1', '0x2b67b570', '0x30f28b7a', '0x36c78516'],
    ...['0x3ff9dcb1', '0x65d9723c', '0x87517c45', '0xcc53287f', '0xedd9444b', '0xfe8ec1a7'],
  ],
  erc4337: ['0x18dfb3c7', '0x34fcd5be', '0x47e1da2a', '0xb61d27f6'],
} as const

it.each(Object.entries(deployed))('%s has the functions of the deployed contracts', (name, selectors) => {
  expect(selectorsOf(name as WellKnownInterfaceName)).toEqual(selectors)
})

describe('programs of tokens', () => {
  const key = (n: number) => new PublicKey(new Uint8Array(32).fill(n))
  const [a, b, c, d] = [key(1), key(2), key(3), key(4)]
  const [A, B, C, D] = [a, b, c, d].map(String)
  type Make = (program: PublicKey) => TransactionInstruction
  /** Instructions as spl-token makes them, with their accounts and arguments. */
  const rows: [name: string, make: Make, accounts: object, args: object][] = [
    [
      'transfer',
      (p) => spl.createTransferInstruction(a, b, c, 5n, [], p),
      { source: A, destination: B, authority: C },
      { amount: 5n },
    ],
    [
      'approve',
      (p) => spl.createApproveInstruction(a, b, c, 5n, [], p),
      { source: A, delegate: B, owner: C },
      { amount: 5n },
    ],
    ['revoke', (p) => spl.createRevokeInstruction(a, b, [], p), { source: A, owner: B }, {}],
    [
      'setAuthority',
      (p) => spl.createSetAuthorityInstruction(a, b, spl.AuthorityType.CloseAccount, c, [], p),
      { owned: A, owner: B },
      { authorityType: 3n, newAuthority: C },
    ],
    [
      'setAuthority',
      (p) => spl.createSetAuthorityInstruction(a, b, spl.AuthorityType.MintTokens, null, [], p),
      { owned: A, owner: B },
      { authorityType: 0n, newAuthority: null },
    ],
    [
      'mintTo',
      (p) => spl.createMintToInstruction(a, b, c, 5n, [], p),
      { mint: A, token: B, mintAuthority: C },
      { amount: 5n },
    ],
    [
      'burn',
      (p) => spl.createBurnInstruction(a, b, c, 5n, [], p),
      { account: A, mint: B, authority: C },
      { amount: 5n },
    ],
    [
      'closeAccount',
      (p) => spl.createCloseAccountInstruction(a, b, c, [], p),
      { account: A, destination: B, owner: C },
      {},
    ],
    [
      'freezeAccount',
      (p) => spl.createFreezeAccountInstruction(a, b, c, [], p),
      { account: A, mint: B, owner: C },
      {},
    ],
    [
      'thawAccount',
      (p) => spl.createThawAccountInstruction(a, b, c, [], p),
      { account: A, mint: B, owner: C },
      {},
    ],
    [
      'transferChecked',
      (p) => spl.createTransferCheckedInstruction(a, b, c, d, 5n, 6, [], p),
      { source: A, mint: B, destination: C, authority: D },
      { amount: 5n, decimals: 6n },
    ],
    [
      'approveChecked',
      (p) => spl.createApproveCheckedInstruction(a, b, c, d, 5n, 6, [], p),
      { source: A, mint: B, delegate: C, owner: D },
      { amount: 5n, decimals: 6n },
    ],
    [
      'mintToChecked',
      (p) => spl.createMintToCheckedInstruction(a, b, c, 5n, 6, [], p),
      { mint: A, token: B, mintAuthority: C },
      { amount: 5n, decimals: 6n },
    ],
    [
      'burnChecked',
      (p) => spl.createBurnCheckedInstruction(a, b, c, 5n, 6, [], p),
      { account: A, mint: B, authority: C },
      { amount: 5n, decimals: 6n },
    ],
    ['syncNative', (p) => spl.createSyncNativeInstruction(a, p), { account: A }, {}],
    [
      'initializeMint',
      (p) => spl.createInitializeMintInstruction(a, 6, b, c, p),
      { mint: A, rent: expect.anything() },
      { decimals: 6n, mintAuthority: B, freezeAuthority: C },
    ],
    [
      'initializeMint2',
      (p) => spl.createInitializeMint2Instruction(a, 6, b, null, p),
      { mint: A },
      { decimals: 6n, mintAuthority: B, freezeAuthority: null },
    ],
    [
      'initializeAccount',
      (p) => spl.createInitializeAccountInstruction(a, b, c, p),
      { account: A, mint: B, owner: C, rent: expect.anything() },
      {},
    ],
    [
      'initializeAccount2',
      (p) => spl.createInitializeAccount2Instruction(a, b, c, p),
      { account: A, mint: B, rent: expect.anything() },
      { owner: C },
    ],
    [
      'initializeAccount3',
      (p) => spl.createInitializeAccount3Instruction(a, b, c, p),
      { account: A, mint: B },
      { owner: C },
    ],
    [
      'initializeImmutableOwner',
      (p) => spl.createInitializeImmutableOwnerInstruction(a, p),
      { account: A },
      {},
    ],
  ]
  /** Only of Token-2022. */
  const extensions: typeof rows = [
    [
      'transferCheckedWithFee',
      (p) => spl.createTransferCheckedWithFeeInstruction(a, b, c, d, 5n, 6, 1n, [], p),
      { source: A, mint: B, destination: C, authority: D },
      { amount: 5n, decimals: 6n, fee: 1n },
    ],
    [
      'initializeMintCloseAuthority',
      (p) => spl.createInitializeMintCloseAuthorityInstruction(a, b, p),
      { mint: A },
      { closeAuthority: B },
    ],
    [
      'initializePermanentDelegate',
      (p) => spl.createInitializePermanentDelegateInstruction(a, b, p),
      { mint: A },
      { delegate: B },
    ],
    [
      'initializeNonTransferableMint',
      (p) => spl.createInitializeNonTransferableMintInstruction(a, p),
      { mint: A },
      {},
    ],
    [
      'createNativeMint',
      (p) => spl.createCreateNativeMintInstruction(a, b, p),
      { payer: A, nativeMint: B, systemProgram: expect.anything() },
      {},
    ],
  ]
  const programs = {
    'spl-token': rows,
    'token-2022': [...rows, ...extensions],
  } as const
  /** Made by two programs of spl-token with another layout of accounts, or not made by it. */
  const UNTESTED = ['initializeMultisig', 'initializeMultisig2']

  it.each(Object.entries(programs))('%s reads what spl-token makes', (program, made) => {
    const { smartContractInterface, smartContractAddress } =
      wellKnownInterfaces[program as keyof typeof programs]
    const idl = parseIdl(smartContractInterface)
    for (const [name, make, accounts, args] of made) {
      const { keys, data } = make(new PublicKey(smartContractAddress!))
      const call = decodeIdlCall(idl, data)
      if (typeof call === 'string') throw new Error(`${name}: ${call}`)
      const named = Object.fromEntries(call.accounts.map((each, n) => [each, String(keys[n]!.pubkey)]))
      expect([call.name, named, call.args]).toEqual([name, accounts, args])
    }
    const names = new Set([...made.map(([name]) => name), ...UNTESTED])
    expect(idl.instructions.map((each) => each.name).filter((name) => !names.has(name))).toEqual([])
  })
})

it('covers every well-known interface', () => {
  const names = ['erc20', 'erc721', 'erc1155', ...Object.keys(deployed), 'spl-token', 'token-2022']
  expect(Object.keys(wellKnownInterfaces)).toEqual(names)
})
