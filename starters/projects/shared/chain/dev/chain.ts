/**
 * An Ethereum chain for development: signatures, nonces and balances are real, blocks and fees are not. Every address
 * starts with 10 ether. Set RPC_URL to use another chain, such as a local `anvil`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Hex, keccak256, parseEther, parseTransaction, recoverTransactionAddress, toHex } from 'viem'

export interface DevChain {
  /** Handles a JSON-RPC request. A transport for viem is `custom(chain)`. */
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  /** Handles JSON-RPC over HTTP. */
  fetch(request: Request): Promise<Response>
}

/** The id of `anvil`, which viem knows by that name. */
const CHAIN_ID = 31_337
const GWEI = 10n ** 9n

interface State {
  readonly nonces: Record<string, number>
  /** In wei, as decimal text. */
  readonly balances: Record<string, string>
  /** Transactions whose predecessors are missing: by address and nonce. */
  readonly waiting: Record<string, Hex>
  /** Hashes of transactions in a block. */
  readonly mined: Record<string, { readonly from: Hex; readonly to: Hex }>
}

/** Accounts and transactions, kept in the file if there is one. */
function openLedger(file: string | undefined) {
  const state: State =
    file && existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { nonces: {}, balances: {}, waiting: {}, mined: {} }
  const nonceOf = (address: string) => state.nonces[address.toLowerCase()] ?? 0
  const balanceOf = (address: string) => BigInt(state.balances[address.toLowerCase()] ?? parseEther('10'))
  const move = (address: string, wei: bigint) => {
    state.balances[address.toLowerCase()] = String(balanceOf(address) + wei)
  }

  function mine(from: Hex, raw: Hex): void {
    const { to = from, value = 0n } = parseTransaction(raw) as { to?: Hex; value?: bigint }
    move(from, -value)
    move(to, value)
    delete state.waiting[`${from} ${nonceOf(from)}`]
    state.nonces[from] = nonceOf(from) + 1
    state.mined[keccak256(raw)] = { from, to }
  }

  return {
    nonceOf,
    balanceOf,
    find: (hash: Hex) => state.mined[hash],
    async send(raw: Hex): Promise<Hex> {
      const signer = await recoverTransactionAddress({ serializedTransaction: raw as never })
      const from = signer.toLowerCase() as Hex
      const { nonce = 0, chainId, value = 0n } = parseTransaction(raw)
      const next = nonceOf(from)
      if (chainId !== CHAIN_ID) throw new Error(`invalid chain id ${chainId}, this is ${CHAIN_ID}`)
      if (keccak256(raw) in state.mined) throw new Error('already known')
      if (nonce < next) throw new Error(`nonce too low: next nonce ${next}, tx nonce ${nonce}`)
      if (value > balanceOf(from)) throw new Error('insufficient funds for transfer')
      state.waiting[`${from} ${nonce}`] = raw
      for (;;) {
        const first = state.waiting[`${from} ${nonceOf(from)}`]
        if (!first) break
        mine(from, first)
      }
      if (file) writeFileSync(file, JSON.stringify(state))
      return keccak256(raw)
    },
  }
}

/** @param file keeps the state across restarts */
export function createDevChain(file?: string): DevChain {
  const ledger = openLedger(file)
  const block = { number: '0x1', baseFeePerGas: toHex(GWEI), timestamp: '0x0', transactions: [] }
  const methods: Record<string, (...params: never[]) => unknown> = {
    eth_chainId: () => toHex(CHAIN_ID),
    eth_blockNumber: () => block.number,
    eth_getBlockByNumber: () => block,
    eth_gasPrice: () => toHex(2n * GWEI),
    eth_maxPriorityFeePerGas: () => toHex(GWEI),
    eth_estimateGas: () => toHex(21_000),
    eth_getBalance: (address: Hex) => toHex(ledger.balanceOf(address)),
    eth_getTransactionCount: (address: Hex) => toHex(ledger.nonceOf(address)),
    eth_sendRawTransaction: ledger.send,
    eth_getTransactionByHash: (hash: Hex) => ledger.find(hash) && { ...ledger.find(hash), hash },
    eth_getTransactionReceipt: (hash: Hex) =>
      ledger.find(hash) && {
        ...ledger.find(hash),
        transactionHash: hash,
        blockNumber: block.number,
        status: '0x1',
        logs: [],
      },
  }

  const request: DevChain['request'] = async ({ method, params }) => {
    const answer = methods[method]
    if (!answer) throw new Error(`the development chain has no ${method}`)
    return (await answer(...((params ?? []) as never[]))) ?? null
  }
  return {
    request,
    async fetch(httpRequest) {
      const { id, ...call } = await httpRequest.json()
      try {
        return Response.json({ jsonrpc: '2.0', id, result: await request(call) })
      } catch (error) {
        return Response.json({
          jsonrpc: '2.0',
          id,
          error: { code: -32000, message: (error as Error).message },
        })
      }
    },
  }
}
