import { limits } from '@keywright/contract'
import { ComputeBudgetProgram, PublicKey, Transaction as SolanaTransaction } from '@solana/web3.js'
import { Interface, Transaction } from 'ethers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addUser, ETHEREUM, type Person, SOLANA } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, refused, root } from '../../test/support/setting.ts'

const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const SHOP = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

const erc20 = new Interface([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function permitAll((address token, uint160 amount)[] limits, bytes note)',
])
const ABI = erc20.formatJson()
const transfer = (amount: bigint, to = SHOP) => erc20.encodeFunctionData('transfer', [to, amount])

let bob: Person
let signWith: string

inOrganization('interfaces')
beforeEach(async () => {
  bob = await addUser(engine, root, 'bob')
  const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'treasury',
    accounts: [ETHEREUM],
  })
  signWith = addresses[0]!
})

const create = (change: object = {}, client = root) =>
  client.run('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
    smartContractAddress: TOKEN,
    smartContractInterface: ABI,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Token',
    ...change,
  })
const remove = (smartContractInterfaceId: string, client = root) =>
  client.run('ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE', { smartContractInterfaceId })
const policy = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) =>
  root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: condition.slice(0, 200),
    effect,
    condition,
    consensus: `approvers.any(a, a.id == '${bob.userId}')`,
  })
const allow = (condition: string) => policy('EFFECT_ALLOW', condition)

const signTransaction = (data: string, { to = TOKEN, chainId = 1n } = {}) => {
  // The same body a second time would be the same activity.
  engine.clock.advance({ milliseconds: 1 })
  return bob.client.run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
    signWith,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: Transaction.from({
      type: 2,
      to,
      data,
      chainId,
      nonce: 1,
      gasLimit: 60_000n,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 1n,
    }).unsignedSerialized.slice(2),
  })
}
const signs = async (data: string, options?: Parameters<typeof signTransaction>[1]) =>
  signTransaction(data, options).then(
    () => true,
    () => false,
  )

describe('contract interfaces', () => {
  it('are created, returned, listed and deleted', async () => {
    const { smartContractInterfaceId } = await create({ notes: 'USD' })
    const { smartContractInterface } = await root.query('get_smart_contract_interface', {
      smartContractInterfaceId,
    })
    expect(smartContractInterface).toMatchObject({
      organizationId,
      smartContractInterfaceId,
      smartContractAddress: TOKEN.toLowerCase(),
      smartContractInterface: ABI,
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: 'Token',
      notes: 'USD',
    })
    expect(await root.query('list_smart_contract_interfaces')).toEqual({
      smartContractInterfaces: [smartContractInterface],
    })
    expect(await remove(smartContractInterfaceId)).toEqual({ smartContractInterfaceId })
    expect(await root.query('list_smart_contract_interfaces')).toEqual({ smartContractInterfaces: [] })
    await create()
  })

  it('of one address exist once, in whatever letter case', async () => {
    const { smartContractInterfaceId } = await create()
    await expect(create({ smartContractAddress: TOKEN.toLowerCase() })).rejects.toMatchObject({
      errorCode: 'INTERFACE_ADDRESS_TAKEN',
      message: expect.stringContaining(smartContractInterfaceId),
    })
    await create({ smartContractAddress: OTHER })
  })

  it('fit one response together', async () => {
    const text = `[${' '.repeat(limits.interfaceBytes - 2)}]`
    const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
    const most = Math.floor(limits.interfacesBytes / limits.interfaceBytes)
    for (let n = 0; n < most; n++)
      await create({ smartContractAddress: address(n), smartContractInterface: text })
    expect(
      await refused(() => create({ smartContractAddress: address(most), smartContractInterface: text })),
    ).toBe('OBJECT_TOO_LARGE')
    const listed = JSON.stringify(await root.query('list_smart_contract_interfaces'))
    expect(Buffer.byteLength(listed)).toBeLessThan(limits.listBytes)
  })
})

describe('a cap on a token', () => {
  const CAP = [
    `eth.tx.to == '${TOKEN}'`,
    'eth.tx.chain_id == 1',
    'eth.tx.value == 0',
    "eth.tx.function_name == 'transfer'",
    "eth.tx.contract_call_args['amount'] <= 100",
  ].join(' && ')

  it('allows nothing before the interface exists, or after its deletion', async () => {
    await allow(CAP)
    expect(await signs(transfer(100n))).toBe(false)
    const { smartContractInterfaceId } = await create()
    expect(await signs(transfer(100n))).toBe(true)
    await remove(smartContractInterfaceId)
    expect(await signs(transfer(100n))).toBe(false)
  })

  it('is explained, also for malformed call data', async () => {
    await create()
    await allow(CAP)
    const ask = async (data: string) => {
      const tx = Transaction.from({ type: 2, to: TOKEN, data, chainId: 1n, gasLimit: 1n })
      const { policyRequest } = await bob.client.query('get_policy_evaluations', {
        type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
        parameters: {
          signWith,
          type: 'TRANSACTION_TYPE_ETHEREUM',
          unsignedTransaction: tx.unsignedSerialized.slice(2),
        },
      })
      return policyRequest!
    }
    expect(await ask(transfer(100n))).toContain(
      `"contract_call_args":{"to":"${SHOP.toLowerCase()}","amount":100}`,
    )
    expect(await ask(`${transfer(100n)}00`)).toContain('the call data is malformed')
  })
})

describe('a deny that reads arguments', () => {
  beforeEach(async () => {
    await allow('eth.tx.chain_id == 1')
    await policy('EFFECT_DENY', `eth.tx.to == '${TOKEN}' && eth.tx.contract_call_args['amount'] > 100`)
  })

  it('applies to larger amounts, malformed data and unknown functions', async () => {
    await create()
    expect(await signs(transfer(100n))).toBe(true)
    expect(await signs(transfer(101n))).toBe(false)
    expect(await signs(`${transfer(100n)}00`)).toBe(false)
    expect(await signs('0x12345678')).toBe(false)
    expect(await signs(transfer(101n), { to: OTHER })).toBe(true)
  })

  it('applies to every call of the contract without an interface', async () => {
    expect(await signs(transfer(100n))).toBe(false)
    expect(await signs(transfer(100n), { to: OTHER })).toBe(true)
  })
})

describe('instructions of Solana programs', () => {
  const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const VAULT = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
  const IDL = JSON.stringify({
    instructions: [
      {
        name: 'payOut',
        discriminator: [7],
        accounts: [{ name: 'vault' }, { name: 'authority' }],
        args: [
          { name: 'amount', type: 'u64' },
          { name: 'memo', type: { option: 'string' } },
        ],
      },
    ],
    types: [],
  })
  let solana: string

  beforeEach(async () => {
    const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'solana',
      accounts: [SOLANA],
    })
    solana = addresses[0]!
    await create({
      smartContractAddress: PROGRAM,
      smartContractInterface: IDL,
      type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA',
    })
  })

  const signsSolana = (data: string, price?: number) => {
    engine.clock.advance({ milliseconds: 1 })
    const payer = new PublicKey(solana)
    const transaction = new SolanaTransaction({
      feePayer: payer,
      blockhash: '1'.repeat(32),
      lastValidBlockHeight: 1,
    })
    if (price !== undefined)
      transaction.add(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }))
    transaction.add({
      programId: new PublicKey(PROGRAM),
      keys: [
        { pubkey: new PublicKey(VAULT), isSigner: false, isWritable: true },
        { pubkey: payer, isSigner: true, isWritable: false },
      ],
      data: Buffer.from(data, 'hex'),
    })
    const unsignedTransaction = transaction.serialize({ requireAllSignatures: false }).toString('hex')
    return bob.client
      .run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
        signWith: solana,
        type: 'TRANSACTION_TYPE_SOLANA',
        unsignedTransaction,
      })
      .then(
        () => true,
        () => false,
      )
  }
  const PARSED = 'solana.tx.instructions[0].parsed_instruction_data'

  it('are read by the names of the IDL', async () => {
    await allow(
      [
        `${PARSED}.instruction_name == 'payOut'`,
        `${PARSED}.discriminator == '07'`,
        `${PARSED}.named_accounts['vault'] == '${VAULT}'`,
        `${PARSED}.program_call_args['amount'] <= 100`,
      ].join(' && '),
    )
    expect(await signsSolana('07640000000000000000')).toBe(true)
    expect(await signsSolana('0764000000000000000100000000')).toBe(true)
    expect(await signsSolana('07650000000000000000')).toBe(false)
    expect(await signsSolana('0764000000000000000000')).toBe(false)
    expect(await signsSolana('07640000000000000002')).toBe(false)
    expect(await signsSolana('08640000000000000000')).toBe(false)
  })
})
