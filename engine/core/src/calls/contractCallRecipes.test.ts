/** The recipes of the page about contract calls, as printed: requests that each allows, and requests that it denies. */
import { readFileSync } from 'node:fs'
import { wellKnownInterfaces } from '@keywright/keys'
import {
  ComputeBudgetProgram,
  PublicKey,
  Transaction as SolanaTransaction,
  SystemProgram,
} from '@solana/web3.js'
import { Interface, Transaction } from 'ethers'
import { beforeAll, describe, expect, it } from 'vitest'
import { addUser, createTestEngine } from '../../test/support/index.ts'

const page = readFileSync(
  new URL('../../../../site/content/concepts/policies/contract-calls.mdx', import.meta.url),
  'utf8',
)
const conditions = new Map(
  [...page.matchAll(/\{#([\w-]+)\}\n(?:(?!\n#)[\s\S])*?```policy[^\n]*\n([^\n]+)\n```/g)].map(
    ([, anchor, condition]) => [anchor!, condition!],
  ),
)
const times = new Map(
  [...page.matchAll(/^\| ([\w ]+) \| `(.*(?:Timestamp|CronSpan).*)` \|$/gm)].map(([, name, time]) => [
    name!,
    time!,
  ]),
)

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const ACCOUNT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ROUTER = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const SHOP = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
const erc20 = new Interface(wellKnownInterfaces.erc20.smartContractInterface)
const account = new Interface(wellKnownInterfaces.erc4337.smartContractInterface)
const router = new Interface([
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, address recipient)',
  'function multicall(bytes[] data)',
])

async function world(start?: number) {
  const engine = createTestEngine('recipes')
  if (start !== undefined) engine.clock.advance({ milliseconds: start - engine.clock() })
  const { root } = await engine.organization()
  const bob = await addUser(engine, root, 'bob')
  const newAccount = async (name: string, coin: 60 | 501) => {
    const isEthereum = coin === 60
    const { addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: name,
      accounts: [
        {
          curve: isEthereum ? 'CURVE_SECP256K1' : 'CURVE_ED25519',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: `m/44'/${coin}'/0'/0${isEthereum ? '/0' : "'"}`,
          addressFormat: isEthereum ? 'ADDRESS_FORMAT_ETHEREUM' : 'ADDRESS_FORMAT_SOLANA',
        },
      ],
    })
    return addresses[0]!
  }
  const [from, payer] = [await newAccount('ethereum', 60), await newAccount('solana', 501)]
  const abis: [string, Interface][] = [
    [TOKEN, erc20],
    [ACCOUNT, account],
    [ROUTER, router],
  ]
  for (const [smartContractAddress, abi] of abis) {
    await root.run('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
      smartContractAddress,
      smartContractInterface: abi.formatJson(),
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: 'Contract',
    })
  }
  const sign = (
    signWith: string,
    type: 'TRANSACTION_TYPE_ETHEREUM' | 'TRANSACTION_TYPE_SOLANA',
    hex: string,
  ) => {
    engine.clock.advance({ milliseconds: 1 })
    return bob.client
      .run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', { signWith, type, unsignedTransaction: hex })
      .then(
        () => 'allowed',
        () => 'denied',
      )
  }
  return {
    from,
    advance: engine.clock.advance,
    allow: (condition: string, time?: string) =>
      root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: 'recipe',
        effect: 'EFFECT_ALLOW',
        condition,
        consensus: `approvers.any(user, user.id == '${bob.userId}')`,
        ...(time !== undefined && { time }),
      }),
    call: (to: string, data: string, chainId = 1n, value = 0n) => {
      const fees = { gasLimit: 200_000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }
      const transaction = Transaction.from({ type: 2, to, data, value, chainId, nonce: 1, ...fees })
      return sign(from, 'TRANSACTION_TYPE_ETHEREUM', transaction.unsignedSerialized.slice(2))
    },
    solana: (price: number | undefined, limit: number | undefined) => {
      const key = new PublicKey(payer)
      const transaction = new SolanaTransaction({
        feePayer: key,
        blockhash: '1'.repeat(32),
        lastValidBlockHeight: 1,
      })
      if (price !== undefined)
        transaction.add(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }))
      if (limit !== undefined) transaction.add(ComputeBudgetProgram.setComputeUnitLimit({ units: limit }))
      transaction.add(SystemProgram.transfer({ fromPubkey: key, toPubkey: key, lamports: 1 }))
      const bytes = transaction.serialize({ requireAllSignatures: false })
      return sign(payer, 'TRANSACTION_TYPE_SOLANA', bytes.toString('hex'))
    },
  }
}
type World = Awaited<ReturnType<typeof world>>
type Requests = readonly (readonly [what: string, request: (world: World) => Promise<string>])[]

const transfer = (amount: bigint) => erc20.encodeFunctionData('transfer', [SHOP, amount])
const batch = (...calls: [target: string, data: string][]) =>
  account.encodeFunctionData('executeBatch((address,uint256,bytes)[])', [
    calls.map(([target, data]) => [target, 1n, data]),
  ])
const swap = (recipient: string, amount = 5n, token = TOKEN) =>
  router.encodeFunctionData('swap', [token, ACCOUNT, amount, recipient])
const multicall = (...calls: string[]) => router.encodeFunctionData('multicall', [calls])
const dirtyAt = (at: number, data: string) => `${data.slice(0, at)}01${data.slice(at + 2)}`
const dirty = (data: string) => dirtyAt(10, data)
const CAP = 100_000_000n

const recipes: Readonly<Record<string, { readonly allowed: Requests; readonly denied: Requests }>> = {
  cap: {
    allowed: [['the cap', (w) => w.call(TOKEN, transfer(CAP))]],
    denied: [
      ['more than the cap', (w) => w.call(TOKEN, transfer(CAP + 1n))],
      ['the largest amount', (w) => w.call(TOKEN, transfer(2n ** 256n - 1n))],
      ['another token', (w) => w.call(SHOP, transfer(CAP))],
      ['another chain', (w) => w.call(TOKEN, transfer(CAP), 8453n)],
      ['an allowance', (w) => w.call(TOKEN, erc20.encodeFunctionData('approve', [SHOP, 1n]))],
      ['a dirty address', (w) => w.call(TOKEN, dirty(transfer(CAP)))],
      ['bytes at the end', (w) => w.call(TOKEN, `${transfer(CAP)}00`)],
      ['missing bytes', (w) => w.call(TOKEN, transfer(CAP).slice(0, -2))],
    ],
  },
  batch: {
    allowed: [
      ['one recipient', (w) => w.call(ACCOUNT, batch([SHOP, '0x']))],
      ['both recipients', (w) => w.call(ACCOUNT, batch([SHOP, '0x'], [ROUTER, '0x']))],
    ],
    denied: [
      ['another recipient among them', (w) => w.call(ACCOUNT, batch([SHOP, '0x'], [TOKEN, '0x']))],
      ['a call of a recipient', (w) => w.call(ACCOUNT, batch([SHOP, transfer(1n)]))],
      ['an empty batch', (w) => w.call(ACCOUNT, batch())],
      ['another function', (w) => w.call(ACCOUNT, account.encodeFunctionData('execute', [SHOP, 1n, '0x']))],
      ['bytes at the end', (w) => w.call(ACCOUNT, `${batch([SHOP, '0x'])}00`)],
    ],
  },
  'batch-tokens': {
    allowed: [
      [
        'transfers to the recipient',
        (w) => w.call(ACCOUNT, batch([TOKEN, transfer(1n)], [TOKEN, transfer(CAP)])),
      ],
    ],
    denied: [
      [
        'a larger amount among them',
        (w) => w.call(ACCOUNT, batch([TOKEN, transfer(1n)], [TOKEN, transfer(CAP + 1n)])),
      ],
      ['another contract', (w) => w.call(ACCOUNT, batch([SHOP, transfer(1n)]))],
      [
        'an allowance',
        (w) => w.call(ACCOUNT, batch([TOKEN, erc20.encodeFunctionData('approve', [SHOP, 1n])])),
      ],
      [
        'another recipient',
        (w) => w.call(ACCOUNT, batch([TOKEN, erc20.encodeFunctionData('transfer', [ROUTER, 1n])])),
      ],
      ['bytes at the end of a call', (w) => w.call(ACCOUNT, batch([TOKEN, `${transfer(1n)}00`]))],
      ['a dirty address in a call', (w) => w.call(ACCOUNT, batch([TOKEN, dirty(transfer(1n))]))],
      ['missing bytes in a call', (w) => w.call(ACCOUNT, batch([TOKEN, transfer(1n).slice(0, -2)]))],
      ['a call without data', (w) => w.call(ACCOUNT, batch([TOKEN, '0x']))],
    ],
  },
  router: {
    allowed: [['a swap to the signer', (w) => w.call(ROUTER, swap(w.from))]],
    denied: [
      ['a swap to another account', (w) => w.call(ROUTER, swap(SHOP))],
      ['another router', (w) => w.call(SHOP, swap(w.from))],
      ['another function', (w) => w.call(ROUTER, transfer(1n))],
    ],
  },
  multicall: {
    allowed: [
      ['one swap', (w) => w.call(ROUTER, multicall(swap(SHOP)))],
      ['several swaps', (w) => w.call(ROUTER, multicall(swap(SHOP), swap(SHOP, CAP)))],
    ],
    denied: [
      ['a larger amount among them', (w) => w.call(ROUTER, multicall(swap(SHOP), swap(SHOP, CAP + 1n)))],
      ['another recipient among them', (w) => w.call(ROUTER, multicall(swap(SHOP), swap(ACCOUNT)))],
      ['another token', (w) => w.call(ROUTER, multicall(swap(SHOP, 5n, ACCOUNT)))],
      ['another function', (w) => w.call(ROUTER, multicall(transfer(1n)))],
      ['a multicall in a multicall', (w) => w.call(ROUTER, multicall(multicall(swap(SHOP))))],
      ['an empty multicall', (w) => w.call(ROUTER, multicall())],
      ['an empty call', (w) => w.call(ROUTER, multicall('0x'))],
      ['a dirty recipient', (w) => w.call(ROUTER, multicall(dirtyAt(202, swap(SHOP))))],
      ['bytes at the end of a call', (w) => w.call(ROUTER, multicall(`${swap(SHOP)}00`))],
      ['missing bytes in a call', (w) => w.call(ROUTER, multicall(swap(SHOP).slice(0, -2)))],
      ['bytes at the end', (w) => w.call(ROUTER, `${multicall(swap(SHOP))}00`)],
      ['a value', (w) => w.call(ROUTER, multicall(swap(SHOP)), 1n, 1n)],
      ['another chain', (w) => w.call(ROUTER, multicall(swap(SHOP)), 10n)],
    ],
  },
  number: {
    allowed: [['the cap', (w) => w.call(TOKEN, transfer(CAP))]],
    denied: [
      ['more than the cap', (w) => w.call(TOKEN, transfer(CAP + 1n))],
      ['an allowance', (w) => w.call(TOKEN, erc20.encodeFunctionData('approve', [SHOP, 1n]))],
      ['a call that ends before its amount', (w) => w.call(TOKEN, transfer(1n).slice(0, 74))],
    ],
  },
  'priority-fee': {
    allowed: [
      ['price and limit', (w) => w.solana(50_000, 400_000)],
      ['a limit without a price', (w) => w.solana(undefined, 400_000)],
    ],
    denied: [
      ['a higher price', (w) => w.solana(50_001, 400_000)],
      ['a higher limit', (w) => w.solana(50_000, 400_001)],
      ['no limit', (w) => w.solana(50_000, undefined)],
    ],
  },
}

describe.each(Object.entries(recipes))('the recipe %s', (anchor, { allowed, denied }) => {
  let asked: World
  beforeAll(async () => {
    asked = await world()
    await asked.allow(conditions.get(anchor)!)
  })
  it.each(allowed)('allows %s', async (_, request) => expect(await request(asked)).toBe('allowed'))
  it.each(denied)('denies %s', async (_, request) => expect(await request(asked)).toBe('denied'))
})

/** Hours from the start, and whether the policy takes part then. */
const moments: Readonly<Record<string, readonly [start: string, ...(readonly [number, string])[]]>> = {
  'A temporary grant': [
    '2026-02-28T22:00:00Z',
    [0, 'allowed'],
    [1, 'allowed'],
    [2, 'denied'],
    [500, 'denied'],
  ],
  // Friday, eight in the morning in New York. The clocks there change two days later.
  'Business hours': [
    '2026-03-06T13:00:00Z',
    [0, 'denied'],
    [1, 'allowed'],
    [8, 'allowed'],
    [9, 'denied'],
    [25, 'denied'],
    [72, 'allowed'],
  ],
}

it.each(Object.entries(moments))('the time of %s', async (name, [start, ...rows]) => {
  const asked = await world(Date.parse(start))
  await asked.allow(conditions.get('cap')!, times.get(name)!)
  let passed = 0
  for (const [hours, expected] of rows) {
    asked.advance({ hours: hours - passed })
    passed = hours
    expect([hours, await asked.call(TOKEN, transfer(CAP))]).toEqual([hours, expected])
  }
})

it('covers every recipe of the page', () => {
  expect([...conditions.keys()].sort()).toEqual(Object.keys(recipes).sort())
  expect([...times.keys()].sort()).toEqual(Object.keys(moments).sort())
})
