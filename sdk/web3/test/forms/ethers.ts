/** ethers 6: signers. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  Contract,
  ContractFactory,
  JsonRpcApiProvider,
  type JsonRpcPayload,
  type JsonRpcResult,
  Network,
  NonceManager,
  parseEther,
  Transaction,
  verifyAuthorization,
  verifyMessage,
  verifyTypedData,
} from 'ethers'
import { KeywrightSigner } from '../../src/ethers/index.ts'
import { check, type Library } from './form.ts'
import { CHAIN_ID, createNode, type Node } from './node.ts'

const PEER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const domain = { name: 'Mail', version: '1', chainId: CHAIN_ID, verifyingContract: PEER }
const types = { Mail: [{ name: 'contents', type: 'string' }] }
const abi = ['function transfer(address to, uint256 amount)', 'constructor(uint256 supply)']

class Provider extends JsonRpcApiProvider {
  readonly node: Node
  constructor(node: Node) {
    const network = Network.from(CHAIN_ID)
    super(network, { staticNetwork: network, cacheTimeout: -1 })
    this.node = node
    this._start()
  }
  override async _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<JsonRpcResult[]> {
    return Promise.all(
      [payload].flat().map(async ({ id, method, params }) => {
        return { id, result: (await this.node.request({ method, params })) as string }
      }),
    )
  }
}

function signerOf(world: SigningWorld) {
  const node = createNode()
  const provider = new Provider(node)
  const settings = { client: world.client, signWith: world.ethereum }
  const signer = new KeywrightSigner(settings, provider)
  const wasSent = (type: number) => {
    check(node.sent.length === 1, `${node.sent.length} transactions were sent`)
    const sent = Transaction.from(node.sent[0]!)
    check(sent.from === world.ethereum, 'sender')
    check(sent.type === type, `type ${sent.type}`)
  }
  return { signer, node, provider, settings, wasSent }
}

/** The node knows no transactions, so waiting for one isn't part of a form. */
const sending = async (work: Promise<unknown>, wasSent: () => void) => {
  await work.catch((error: Error) => {
    if (/WRONG|SIGNER|reject/i.test(error.message)) throw error
  })
  wasSent()
}

export const ethers = (version: string): Library => ({
  name: 'ethers',
  version,
  forms: {
    'signer.getAddress()': async (world) => {
      check((await signerOf(world).signer.getAddress()) === world.ethereum, 'address')
    },
    'signer.connect(provider)': async (world) => {
      const { settings, provider, wasSent } = signerOf(world)
      await sending(new KeywrightSigner(settings).connect(provider).sendTransaction({ to: PEER }), () =>
        wasSent(2),
      )
    },
    'signer.signMessage(text)': async (world) => {
      const signature = await signerOf(world).signer.signMessage('Hello')
      check(verifyMessage('Hello', signature) === world.ethereum, 'signature')
    },
    'signer.signMessage(bytes)': async (world) => {
      const bytes = Uint8Array.of(0, 1, 255)
      const signature = await signerOf(world).signer.signMessage(bytes)
      check(verifyMessage(bytes, signature) === world.ethereum, 'signature')
    },
    'signer.signTypedData(domain, types, value)': async (world) => {
      const signature = await signerOf(world).signer.signTypedData(domain, types, { contents: 'Hello' })
      check(verifyTypedData(domain, types, { contents: 'Hello' }, signature) === world.ethereum, 'signature')
    },
    'signer.sendTransaction({ to, value })': async (world) => {
      const { signer, wasSent } = signerOf(world)
      await sending(signer.sendTransaction({ to: PEER, value: parseEther('0.1') }), () => wasSent(2))
    },
    'signer.sendTransaction({ type: 0 })': async (world) => {
      const { signer, wasSent } = signerOf(world)
      await sending(signer.sendTransaction({ to: PEER, type: 0 }), () => wasSent(0))
    },
    'signer.populateTransaction, signTransaction, provider.broadcastTransaction': async (world) => {
      const { signer, provider, wasSent } = signerOf(world)
      const signed = await signer.signTransaction(await signer.populateTransaction({ to: PEER }))
      await sending(provider.broadcastTransaction(signed), () => wasSent(2))
    },
    'signer.signTransaction(Transaction.from(…))': async (world) => {
      const transaction = Transaction.from({
        to: PEER,
        chainId: 1,
        nonce: 0,
        gasLimit: 21_000,
        type: 2,
        maxFeePerGas: 1,
      })
      const signed = Transaction.from(await signerOf(world).signer.signTransaction(transaction))
      check(signed.from === world.ethereum, 'sender')
    },
    'new Contract(address, abi, signer).transfer(…)': async (world) => {
      const { signer, wasSent } = signerOf(world)
      await sending(new Contract(PEER, abi, signer).getFunction('transfer')(PEER, 1n), () => wasSent(2))
    },
    'new ContractFactory(abi, bytecode, signer).deploy(…)': async (world) => {
      const { signer, wasSent } = signerOf(world)
      await sending(new ContractFactory(abi, '0x6001', signer).deploy(1n), () => wasSent(2))
    },
    'new NonceManager(signer).sendTransaction(…), twice': async (world) => {
      const { signer, node } = signerOf(world)
      const managed = new NonceManager(signer)
      for (const _ of [0, 1]) await managed.sendTransaction({ to: PEER }).catch(() => {})
      const nonces = node.sent.map((raw) => Transaction.from(raw).nonce)
      check(nonces.join() === '0,1', `nonces ${nonces}`)
    },
    'signer.authorize({ address })': async (world) => {
      const authorization = await signerOf(world).signer.authorize({
        address: PEER,
        nonce: 0,
        chainId: CHAIN_ID,
      })
      check(verifyAuthorization(authorization, authorization.signature) === world.ethereum, 'authorization')
    },
    'signer.sendTransaction({ type: 4, authorizationList })': async (world) => {
      const { signer, wasSent } = signerOf(world)
      const authorization = await signer.authorize({ address: PEER, nonce: 1, chainId: CHAIN_ID })
      const authorizationList = [authorization]
      await sending(signer.sendTransaction({ type: 4, to: PEER, authorizationList }), () => wasSent(4))
    },
    'signer.estimateGas, call and getNonce': async (world) => {
      const { signer } = signerOf(world)
      check((await signer.estimateGas({ to: PEER })) === 60_000n, 'gas')
      check((await signer.call({ to: PEER })) === '0x' && (await signer.getNonce()) === 0, 'call')
    },
    'signer.sendTransaction without a provider': async (world) => {
      const { settings } = signerOf(world)
      await new KeywrightSigner(settings).sendTransaction({ to: PEER })
    },
  },
})
