/** An Ethereum node that accepts every transaction and keeps it, alone and behind our EIP-1193 provider. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import { type Hex, keccak256, toHex } from 'viem'
import { createEIP1193Provider } from '../../src/eip1193/index.ts'

export interface Node {
  readonly sent: Hex[]
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

export const CHAIN_ID = 31_337
const GWEI = 10n ** 9n

/** @param more answers, by method */
export function createNode(more: Readonly<Record<string, unknown>> = {}): Node {
  const sent: Hex[] = []
  const block = {
    number: '0x1',
    hash: `0x${'11'.repeat(32)}`,
    baseFeePerGas: toHex(GWEI),
    timestamp: '0x0',
    transactions: [],
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    nonce: '0x0000000000000000',
    extraData: '0x',
    miner: `0x${'00'.repeat(20)}`,
    difficulty: '0x0',
    parentHash: `0x${'22'.repeat(32)}`,
    excessBlobGas: '0x0',
    blobGasUsed: '0x0',
  }
  const receipt = (transactionHash: Hex) => ({
    transactionHash,
    blockHash: block.hash,
    blockNumber: block.number,
    transactionIndex: '0x0',
    from: `0x${'00'.repeat(20)}`,
    to: `0x${'00'.repeat(20)}`,
    contractAddress: null,
    cumulativeGasUsed: '0x5208',
    gasUsed: '0x5208',
    effectiveGasPrice: toHex(GWEI),
    type: '0x2',
    status: '0x1',
    logs: [],
    logsBloom: '0x',
  })
  const keep = (raw: Hex) => {
    sent.push(raw)
    return keccak256(raw)
  }
  const methods: Record<string, (...params: never[]) => unknown> = {
    eth_chainId: () => toHex(CHAIN_ID),
    eth_blockNumber: () => block.number,
    eth_getBlockByNumber: () => block,
    eth_gasPrice: () => toHex(2n * GWEI),
    eth_maxPriorityFeePerGas: () => toHex(GWEI),
    eth_blobBaseFee: () => '0x1',
    eth_estimateGas: () => toHex(60_000),
    eth_getBalance: () => toHex(10n ** 20n),
    eth_getTransactionCount: () => toHex(sent.length),
    eth_call: () => '0x',
    eth_getCode: () => '0x',
    eth_sendRawTransaction: keep,
    eth_sendRawTransactionSync: (raw: Hex) => receipt(keep(raw)),
    eth_getTransactionReceipt: receipt,
    eth_getTransactionByHash: () => null,
  }
  return {
    sent,
    async request({ method, params }) {
      if (Object.hasOwn(more, method)) return more[method]
      const answer = methods[method]
      if (!answer) throw Object.assign(new Error(`the method ${method} does not exist`), { code: -32601 })
      return answer(...((params ?? []) as never[]))
    },
  }
}

/** Requests of a provider go to the node. */
export const fetchOf =
  (node: Node): typeof fetch =>
  async (_url, init) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    return Response.json({ jsonrpc: '2.0', id, result: await node.request({ method, params }) })
  }

/** What an app finds as an injected wallet. */
export const providerOf = ({ client, walletId }: SigningWorld, node: Node) =>
  createEIP1193Provider({
    client,
    walletId,
    chains: [{ chainId: toHex(CHAIN_ID), rpcUrls: ['https://node.example'] }, { chainId: '0x1' }],
    confirm: () => true,
    fetch: fetchOf(node),
    storage: null,
  })
