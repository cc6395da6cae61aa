/** A stub chain for ethers that provides transaction defaults and records broadcasts. */
import { JsonRpcApiProvider, type JsonRpcPayload, type JsonRpcResult, keccak256, Network } from 'ethers'

const CHAIN_ID = 11155111
const GWEI = 1_000_000_000

const ANSWERS: Record<string, unknown> = {
  eth_chainId: quantity(CHAIN_ID),
  eth_blockNumber: quantity(100),
  eth_getTransactionCount: quantity(5),
  eth_estimateGas: quantity(21_000),
  eth_gasPrice: quantity(20 * GWEI),
  eth_maxPriorityFeePerGas: quantity(GWEI),
  eth_getBlockByNumber: {
    number: quantity(100),
    hash: `0x${'b1'.repeat(32)}`,
    parentHash: `0x${'b0'.repeat(32)}`,
    timestamp: quantity(1_732_000_000),
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    gasLimit: quantity(30_000_000),
    gasUsed: quantity(15_000_000),
    baseFeePerGas: quantity(10 * GWEI),
    miner: `0x${'00'.repeat(20)}`,
    extraData: '0x',
    transactions: [],
  },
}

export class StubProvider extends JsonRpcApiProvider {
  /** Signed transactions that were sent to the chain. */
  readonly broadcast: string[] = []

  constructor() {
    super(CHAIN_ID, { staticNetwork: Network.from(CHAIN_ID), batchMaxCount: 1 })
    this._start()
  }

  override async _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<JsonRpcResult[]> {
    return [payload].flat().map(({ id, method, params }) => ({ id, result: this.#answer(method, params) }))
  }

  #answer(method: string, params: unknown): unknown {
    if (method === 'eth_sendRawTransaction') {
      const [transaction] = params as [string]
      this.broadcast.push(transaction)
      return keccak256(transaction)
    }
    const answer = ANSWERS[method]
    if (answer === undefined) throw new Error(`the stub provider has no answer to ${method}`)
    return answer
  }
}

function quantity(number: number): string {
  return `0x${number.toString(16)}`
}
