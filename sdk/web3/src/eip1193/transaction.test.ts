/** Whatever an app puts into a transaction is shown and signed, or rejected by its name. */
import { createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { Transaction } from 'ethers'
import type { Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEIP1193Provider, type Eip1193Config } from './index.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await createSigningWorld('eip-1193 transactions')
})

const hash = (byte: string) => `0x01${byte.repeat(31)}`
const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const accessList = [{ address: contract, storageKeys: [hash('aa')] }]
const authorizationList = [
  { address: contract, chainId: '0x0', nonce: '0x1', yParity: '0x1', r: '0x2', s: '0x3' },
]
const market = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }
const common = { nonce: '0x5', gas: '0x5208', to: contract, value: '0x9', data: '0xabcd' }
const blobs = { maxFeePerBlobGas: '0x7', blobVersionedHashes: [hash('bb'), hash('cc')] }

/** Complete transactions per type. */
const complete = {
  '0x0': { ...common, gasPrice: '0x3b9aca00' },
  '0x1': { ...common, gasPrice: '0x3b9aca00', accessList },
  '0x2': { ...common, ...market, accessList },
  '0x3': { ...common, ...market, accessList, ...blobs },
  '0x4': { ...common, ...market, accessList, authorizationList },
} as const

interface Asked {
  readonly shown: Record<string, unknown>[]
  sign(transaction: object, method?: string): Promise<Hex>
}

async function appOf(changes: Partial<Eip1193Config> = {}): Promise<Asked> {
  const shown: Record<string, unknown>[] = []
  const provider = createEIP1193Provider({
    client: world.client,
    walletId: world.walletId,
    chains: [{ chainId: '0x1', rpcUrls: ['https://rpc.example'] }],
    fetch: () => Promise.reject(new TypeError('a complete transaction needs no endpoint')),
    confirm({ params }) {
      shown.push((params as Record<string, unknown>[])[0]!)
      return true
    },
    ...changes,
  })
  await provider.request({ method: 'eth_requestAccounts' })
  const sign = (transaction: object, method = 'eth_signTransaction') =>
    provider.request({ method, params: [{ from: world.ethereum, ...transaction }] })
  return { shown, sign }
}

/** A signed transaction, read by a second library, in the form of JSON-RPC. */
function read(signed: Hex) {
  const { type, chainId, nonce, gasLimit, to, value, data, from } = Transaction.from(signed)
  const hex = (number: bigint | number) => `0x${number.toString(16)}`
  const integers = ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'maxFeePerBlobGas'] as const
  const present = integers.filter((name) => Transaction.from(signed)[name] != null)
  const {
    accessList: list,
    authorizationList: authorizations,
    blobVersionedHashes,
  } = Transaction.from(signed)
  return {
    from,
    type: hex(type!),
    chainId: hex(chainId),
    nonce: hex(nonce),
    gas: hex(gasLimit),
    ...(to && { to }),
    value: hex(value),
    data,
    ...Object.fromEntries(present.map((name) => [name, hex(Transaction.from(signed)[name]!)])),
    ...(list?.length && { accessList: list }),
    ...(blobVersionedHashes && { blobVersionedHashes }),
    ...(authorizations && {
      authorizationList: authorizations.map(({ address, chainId, nonce, signature }) => ({
        address,
        chainId: hex(chainId),
        nonce: hex(nonce),
        yParity: hex(signature.yParity),
        r: hex(BigInt(signature.r)),
        s: hex(BigInt(signature.s)),
      })),
    }),
  }
}

describe.each(Object.entries(complete))('type %s', (type, members) => {
  it.each([
    ['with its type', { type }],
    ['without its type', {}],
  ])('%s: what is shown is what is signed, and nothing is lost', async (_, extra) => {
    const { shown, sign } = await appOf()
    const signed = read(await sign({ ...members, ...extra }))
    expect(signed).toEqual({ from: world.ethereum, type, chainId: '0x1', ...members })
    expect(shown).toEqual([signed])
  })

  it('a member of another type is rejected by name', async () => {
    const every = Object.assign({}, ...Object.values(complete)) as Record<string, unknown>
    for (const name of Object.keys(every).filter((each) => !(each in members))) {
      const { shown, sign } = await appOf()
      const asked = sign({ ...members, type, [name]: every[name] })
      await expect(asked).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`\`${name}\``),
      })
      expect(shown).toEqual([])
    }
  })

  it('a member of the wrong type is rejected by name', async () => {
    for (const name of Object.keys(members)) {
      for (const value of [true, {}, 'x', [1], '0x', -1, 1.5]) {
        if (name === 'data' && value === '0x') continue
        const { sign } = await appOf()
        const asked = sign({ ...members, [name]: value })
        await expect(asked, `${name}: ${JSON.stringify(value)}`).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining(`\`${name}`),
        })
      }
    }
  })
})

it.each([
  ['gasLimit', { gas: undefined, gasLimit: '0x5208' }],
  ['input', { data: undefined, input: '0xABCD' }],
  ['both of data and input', { input: '0xabcd' }],
  ['null', { gasPrice: null }],
  [
    'the recovery bit as v',
    { authorizationList: [{ ...authorizationList[0], yParity: undefined, v: '0x1c' }] },
  ],
  ['the recovery bit twice', { authorizationList: [{ ...authorizationList[0], v: '0x1c' }] }],
  ['an address without checksum', { to: contract.toLowerCase() }],
  ['a type in two digits', { type: '0x04' }],
  ['a type and a chain as numbers', { type: 4, chainId: 1 }],
])('%s is signed', async (_, changes) => {
  const { sign } = await appOf()
  expect(read(await sign({ ...complete['0x4'], ...changes }))).toEqual({
    from: world.ethereum,
    type: '0x4',
    chainId: '0x1',
    ...complete['0x4'],
  })
})

it.each([
  ['a name that nothing knows', { memo: 'x' }, '`memo`'],
  ['a name of every object', { constructor: '0x1' }, '`constructor`'],
  ['blobs', { blobs: ['0x00'] }, '`blobs`'],
  ['a gas limit that differs', { gasLimit: '0x1' }, 'differ'],
  ['an unknown type', { type: '0x7f' }, '`type`'],
  ['an empty recipient', { to: '' }, '`to`'],
  ['a recipient with a wrong checksum', { to: contract.replace('5aA', '5AA') }, 'checksum'],
  ['a member in the access list', { accessList: [{ ...accessList[0], x: 1 }] }, '`accessList[0]` has no `x`'],
  ['a short storage key', { accessList: [{ address: contract, storageKeys: ['0x1'] }] }, 'storageKeys[0]'],
  ['a tip above the maximum', { maxPriorityFeePerGas: '0xffffffffff' }, 'maxPriorityFeePerGas'],
  ['a nonce above 64 bits', { nonce: '0x10000000000000000' }, 'nonce'],
  ['a value above 256 bits', { value: `0x1${'0'.repeat(64)}` }, 'value'],
])('%s is rejected', async (_, changes, message) => {
  const { sign, shown } = await appOf()
  const asked = sign({ ...complete['0x2'], ...changes })
  await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) })
  expect(shown).toEqual([])
})

it.each([
  [
    'an authorization of another shape',
    { ...complete['0x4'], authorizationList: [{}] },
    'authorizationList[0]',
  ],
  [
    'two recovery bits that differ',
    { ...complete['0x4'], authorizationList: [{ ...authorizationList[0], v: '0x1b' }] },
    '`authorizationList[0].v` and `yParity` differ',
  ],
  ['no authorizations', { ...complete['0x4'], authorizationList: [] }, '`authorizationList` is missing'],
  ['no blobs', { ...complete['0x3'], blobVersionedHashes: [] }, '`blobVersionedHashes` is missing'],
  ['a contract creation with authorizations', { ...complete['0x4'], to: undefined }, '`to` is missing'],
])('%s are rejected', async (_, transaction, message) => {
  const asked = (await appOf()).sign(transaction)
  await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) })
})

it('a blob transaction cannot be sent without its blobs', async () => {
  const asked = (await appOf()).sign(complete['0x3'], 'eth_sendTransaction')
  await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('blob') })
})

it('a chain id above 2^53 is signed exactly', async () => {
  const chainId = '0x20000000000001'
  const { sign } = await appOf({ chains: [{ chainId }] })
  expect(read(await sign({ ...complete['0x2'], chainId }))).toMatchObject({ chainId })
  await expect(sign(complete['0x0'])).rejects.toMatchObject({ code: -32602 })
})

describe('an endpoint', () => {
  const answers: Record<string, unknown> = {
    eth_getTransactionCount: '0x3',
    eth_getBlockByNumber: { baseFeePerGas: '0x64' },
    eth_maxPriorityFeePerGas: '0xa',
    eth_gasPrice: '0x77',
    eth_estimateGas: '0x5208',
    // An endpoint that answers this with another transaction must not change anything.
    eth_fillTransaction: { tx: { to: '0x'.padEnd(42, '9'), value: '0xffff', gas: '0x1' } },
  }
  const fetchOf = (changes: Record<string, unknown>) => async (_: unknown, init?: RequestInit) => {
    const { method } = JSON.parse(init!.body as string) as { method: string }
    return Response.json({ result: { ...answers, ...changes }[method] })
  }
  const { nonce: _, gas: _gas, ...open } = common

  it.each([
    ['an open transaction', {}, {}, { type: '0x2', maxFeePerGas: '0x82', maxPriorityFeePerGas: '0xa' }],
    [
      'one with a tip',
      { maxPriorityFeePerGas: '0x1' },
      {},
      { maxFeePerGas: '0x79', maxPriorityFeePerGas: '0x1' },
    ],
    [
      'one with a low maximum',
      { maxFeePerGas: '0x5' },
      {},
      { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x5' },
    ],
    ['an access list', { accessList }, {}, { type: '0x2', accessList }],
    ['a legacy type', { type: '0x0' }, {}, { type: '0x0', gasPrice: '0x77' }],
    ['a chain without base fee', {}, { eth_getBlockByNumber: {} }, { type: '0x0', gasPrice: '0x77' }],
    ['an access list there', { accessList }, { eth_getBlockByNumber: {} }, { type: '0x1', accessList }],
    ['an authorization', { authorizationList }, {}, { type: '0x4', authorizationList }],
  ])('completes %s', async (_, given, changes, expected) => {
    const { shown, sign } = await appOf({ fetch: fetchOf(changes) as typeof fetch })
    const signed = read(await sign({ ...open, ...given }))
    expect(signed).toMatchObject({ ...open, nonce: '0x3', gas: '0x5208', ...expected })
    expect(shown).toEqual([signed])
  })

  it.each(['eth_gasPrice', 'eth_estimateGas', 'eth_getTransactionCount'])(
    'with nonsense for %s is reported',
    async (method) => {
      const { sign } = await appOf({ fetch: fetchOf({ [method]: 'soon' }) as typeof fetch })
      await expect(sign({ ...open, type: '0x0' })).rejects.toMatchObject({ code: 4901 })
    },
  )
})
