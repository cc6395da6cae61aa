/** ethers 6: signers. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  BrowserProvider,
  Contract,
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
import { announceProvider } from '../../src/eip1193/index.ts'
import { KeywrightSigner } from '../../src/ethers/index.ts'
import { check, type Library } from './form.ts'
import { CHAIN_ID, createNode, type Node, providerOf } from './node.ts'

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

/** An app with our EIP-1193 provider as its injected wallet. */
async function browserOf(world: SigningWorld, isConnected = true) {
  const node = createNode()
  const injected = providerOf(world, node)
  const browser = new BrowserProvider(injected, undefined, { cacheTimeout: -1 })
  if (isConnected) await browser.send('eth_requestAccounts', [])
  const wasSent = () => {
    check(node.sent.length === 1, `${node.sent.length} transactions were sent`)
    check(Transaction.from(node.sent[0]!).from === world.ethereum, 'sender')
  }
  return { browser, node, wasSent }
}

/** Commitments of a trusted setup aren't what is tested here. */
const kzg = {
  blobToKzgCommitment: () => new Uint8Array(48),
  computeBlobKzgProof: () => new Uint8Array(48),
  blobToKZGCommitment: () => new Uint8Array(48),
  computeBlobKZGProof: () => new Uint8Array(48),
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
    'signer.signTypedData with `uint`, which ethers reads as `uint256`': async (world) => {
      const own = { Order: [{ name: 'amount', type: 'uint' }] }
      const signature = await signerOf(world).signer.signTypedData(domain, own, { amount: 1 })
      check(verifyTypedData(domain, own, { amount: 1 }, signature) === world.ethereum, 'signature')
    },
    'signer.sendTransaction({ type: 1, accessList })': async (world) => {
      const { signer, wasSent } = signerOf(world)
      const accessList = [{ address: PEER, storageKeys: [] }]
      await sending(signer.sendTransaction({ type: 1, to: PEER, accessList }), () => wasSent(1))
    },
    'signer.sendTransaction({ type: 3, blobs, kzg })': async (world) => {
      const { signer, wasSent } = signerOf(world)
      const blobs = [new Uint8Array(131_072)]
      await sending(
        signer.sendTransaction({ type: 3, to: PEER, blobs, kzg, maxFeePerBlobGas: 1n } as never),
        () => wasSent(3),
      )
    },
    'new BrowserProvider(provider).getSigner()': async (world) => {
      const { browser } = await browserOf(world, false)
      check((await (await browser.getSigner()).getAddress()) === world.ethereum, 'address')
    },
    'BrowserProvider.discover({ filter })': async (world) => {
      const page = new EventTarget()
      Object.assign(globalThis, { window: page })
      const info = { name: 'Own', icon: 'data:image/png;base64,', rdns: 'com.example' } as const
      const stop = announceProvider(providerOf(world, createNode()), info)
      const filter = (found: { rdns: string }[]) => found.find(({ rdns }) => rdns === info.rdns)
      const browser = await BrowserProvider.discover({ filter, timeout: 10, window: page } as never)
      stop()
      Reflect.deleteProperty(globalThis, 'window')
      check((await browser!.getSigner()).address === world.ethereum, 'account')
    },
    'browserSigner.signMessage(text)': async (world) => {
      const signer = await (await browserOf(world)).browser.getSigner()
      check(verifyMessage('Hello', await signer.signMessage('Hello')) === world.ethereum, 'signature')
    },
    'browserSigner.signTypedData(domain, types, value)': async (world) => {
      const signer = await (await browserOf(world)).browser.getSigner()
      const signature = await signer.signTypedData(domain, types, { contents: 'Hello' })
      check(verifyTypedData(domain, types, { contents: 'Hello' }, signature) === world.ethereum, 'signature')
    },
    'browserSigner.sendTransaction({ to, value })': async (world) => {
      const { browser, wasSent } = await browserOf(world)
      const signer = await browser.getSigner()
      await signer.sendUncheckedTransaction({ to: PEER, value: parseEther('0.1') })
      wasSent()
    },
    'browserSigner.signTransaction(populated)': async (world) => {
      const signer = await (await browserOf(world)).browser.getSigner()
      const signed = await signer.signTransaction({ to: PEER, value: 1n, gasLimit: 21_000 })
      check(Transaction.from(signed).from === world.ethereum, 'sender')
    },
    'browserProvider.send("wallet_switchEthereumChain", [{ chainId }])': async (world) => {
      const { browser } = await browserOf(world)
      await browser.send('wallet_switchEthereumChain', [{ chainId: '0x1' }])
      check((await browser.send('eth_chainId', [])) === '0x1', 'chain')
    },
    'browserSigner._legacySignMessage(text)': async (world) => {
      await (await (await browserOf(world)).browser.getSigner())._legacySignMessage('Hello')
    },
    'signer.signTransaction({ from }) of another account': async (world) => {
      await signerOf(world).signer.signTransaction({ from: PEER, to: PEER })
    },
  },
})
