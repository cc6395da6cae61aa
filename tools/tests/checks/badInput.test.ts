/**
 * Common mistakes with every package of the SDK: each causes a typed error that names the cause and the remedy, and
 * contains no secret.
 */

import { makeSignDoc } from '@cosmjs/proto-signing'
import { KeywrightBrowser, memoryStorage } from '@keywright/browser'
import { type ConnectionConfig, KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import {
  generateTargetKey,
  openCredentialBundle,
  openWalletExport,
  sealWalletImport,
  type TargetKey,
} from '@keywright/client/bundles'
import { createAuthenticator } from '@keywright/client/dev'
import { KeywrightServer } from '@keywright/client/server'
import { signPayload } from '@keywright/client/signing'
import { createPasskey as createNativePasskey, KeywrightNative } from '@keywright/react-native'
import { type Keywright, startKeywright } from '@keywright/testing'
import { KeywrightDirectWallet } from '@keywright/web3/cosmjs'
import { createEIP1193Provider } from '@keywright/web3/eip1193'
import { KeywrightSigner as EthersSigner } from '@keywright/web3/ethers'
import { KeywrightSigner as SolanaSigner } from '@keywright/web3/solana'
import { createAccount } from '@keywright/web3/viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

let kw: Keywright
let addresses: string[]
let walletId: string
let target: TargetKey
let exportBundle: string
let secrets: readonly string[]

beforeAll(async () => {
  kw = await startKeywright()
  const made = await kw.client.createWallet({
    walletName: 'treasury',
    accounts: [
      ['CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM'],
      ['CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'],
      ['CURVE_SECP256K1', "m/44'/118'/0'/0/0", 'ADDRESS_FORMAT_COMPRESSED'],
    ].map(
      ([curve, path, addressFormat]) =>
        ({ curve, path, addressFormat, pathFormat: 'PATH_FORMAT_BIP32' }) as never,
    ),
  })
  walletId = made.walletId
  addresses = [...made.addresses]
  target = await generateTargetKey()
  exportBundle = (await kw.client.exportWallet({ walletId, targetPublicKey: target.targetPublicKey }))
    .exportBundle
  secrets = [kw.apiKey.privateKey, exportBundle]
})
afterEach(() => vi.unstubAllGlobals())
afterAll(() => kw.close())

const stamper = () =>
  new ApiKeyStamper({ apiPublicKey: kw.apiKey.publicKey, apiPrivateKey: kw.apiKey.privateKey })
type Network = Partial<ConnectionConfig>
const connection = (network: Network) => ({
  baseUrl: kw.url,
  organizationId: kw.organizationId,
  fetch: kw.fetch,
  now: kw.clock.now,
  retries: 0,
  ...network,
})
const client = (network: Network = {}) => new KeywrightClient(connection(network), stamper())
const WALLET = { walletName: 'another', accounts: [] }

/** The error code, even if a host library wraps the error. */
const codeOf = (error: unknown): string | undefined => {
  const { code, data, cause } = Object(error)
  return typeof code === 'string' ? code : (data?.code ?? (cause && codeOf(cause)))
}
const helpOf = (error: unknown): string | undefined => Object(error).help ?? Object(Object(error).cause).help

async function errorOf(work: () => unknown): Promise<Error> {
  try {
    const answer = await work()
    throw new Error(`not refused, answered ${JSON.stringify(answer)}`)
  } catch (error) {
    return error as Error
  }
}

async function expectRefusal(work: () => unknown, code: string): Promise<void> {
  const error = await errorOf(work)
  expect({ code: codeOf(error), error }).toMatchObject({ code })
  expect(error.message).not.toBe('')
  expect(helpOf(error), `the remedy of ${error.message}`).toEqual(expect.stringMatching(/\w{3}/))
  const shown = `${error.message} ${JSON.stringify(error)} ${helpOf(error)}`
  for (const secret of secrets) expect(shown).not.toContain(secret)
}

/** A call with each package. */
const senders: Readonly<Record<string, (network: Network) => Promise<unknown>>> = {
  client: (network) => client(network).createWallet(WALLET),
  signing: (network) =>
    signPayload(
      { client: client(network), signWith: addresses[0]! },
      {
        payload: '00'.repeat(32),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
      (signature) => signature,
    ),
  viem: async (network) => {
    const account = await createAccount({ client: client(network), signWith: addresses[0]! })
    return account.signMessage({ message: 'hello' })
  },
  ethers: (network) =>
    new EthersSigner({ client: client(network), signWith: addresses[0]! }).signMessage('hello'),
  solana: (network) =>
    new SolanaSigner({ client: client(network) }).signMessage(new Uint8Array(3), addresses[1]!),
  cosmjs: async (network) => {
    const options = { client: client(network), signWith: addresses[2]!, prefix: 'osmo' }
    const wallet = await KeywrightDirectWallet.init(options)
    const [account] = await wallet.getAccounts()
    return wallet.signDirect(
      account!.address,
      makeSignDoc(new Uint8Array(), new Uint8Array(), 'osmosis-1', 12),
    )
  },
  'eip-1193-provider': async (network) => {
    let given: Network = {}
    const late = client({
      fetch: (request) => (given.fetch ?? kw.fetch)(request),
      ...without(network, 'fetch'),
    })
    const provider = createEIP1193Provider({ client: late, walletId, chains: [{ chainId: '0xaa36a7' }] })
    const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
    given = network
    return provider.request({ method: 'personal_sign', params: ['hello', account!] })
  },
  server: (network) => {
    const { baseUrl: apiBaseUrl, organizationId: defaultOrganizationId, ...rest } = connection(network)
    const keys = { apiPublicKey: kw.apiKey.publicKey, apiPrivateKey: kw.apiKey.privateKey }
    return new KeywrightServer({ apiBaseUrl, defaultOrganizationId, ...keys, ...rest })
      .apiClient()
      .createWallet(WALLET)
  },
  browser: async (network) => {
    const { keywright, ready } = browser(network)
    await ready()
    return keywright.passkeyClient().createWallet(WALLET)
  },
  'react-native': async (network) => {
    const passkeys = createAuthenticator().native
    const rp = { id: 'app.example.com', name: 'Example' }
    await createNativePasskey({ passkeys, rp, authenticatorName: 'a', user: { name: 'a' } })
    return new KeywrightNative({ ...connection(network), passkeys, rp, storage: textStorage() })
      .passkeyClient()
      .createWallet(WALLET)
  },
}

const without = (network: Network, name: keyof Network): Network =>
  Object.fromEntries(Object.entries(network).filter(([one]) => one !== name))

function browser(network: Network) {
  const { credentials } = createAuthenticator()
  const { baseUrl: apiBaseUrl, organizationId: defaultOrganizationId, ...rest } = connection(network)
  const keywright = new KeywrightBrowser({
    apiBaseUrl,
    defaultOrganizationId,
    rpId: 'app.example.com',
    credentials,
    storage: memoryStorage(),
    ...rest,
  })
  const ready = () =>
    keywright.passkeyClient().createUserPasskey({ authenticatorName: 'a', user: { name: 'alice' } })
  return { keywright, ready }
}

const textStorage = () => {
  const values = new Map<string, string>()
  return {
    get: async (name: string) => values.get(name) ?? null,
    set: async (name: string, value: string) => void values.set(name, value),
    remove: async (name: string) => void values.delete(name),
  }
}

const html = async () =>
  new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } })
const noNetwork = async () => {
  throw new TypeError('fetch failed')
}
const silent = () => new Promise<Response>(() => {})

describe.each(Object.keys(senders))('%s', (name) => {
  const send = senders[name]!

  it('offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await expectRefusal(() => send({ fetch: noNetwork }), 'OFFLINE')
  })

  it('an unreachable server', () => expectRefusal(() => send({ fetch: noNetwork }), 'UNREACHABLE'))

  it('a server that returns HTML', () => expectRefusal(() => send({ fetch: html }), 'RESPONSE_NOT_JSON'))

  it('a server that does not respond in time', () =>
    expectRefusal(() => send({ fetch: silent, timeout: 1 }), 'TIMEOUT'))

  it('an invalid organization id', () =>
    expectRefusal(() => send({ organizationId: 'acme' }), 'CONFIG_INVALID'))

  it('an unknown organization', () =>
    expectRefusal(
      () => send({ organizationId: '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10' }),
      // Looking up the wallet fails before anything is signed.
      'ORGANIZATION_NOT_FOUND',
    ))

  it('a clock that is two hours slow', () =>
    // Passkeys are looked up before the time is checked.
    expectRefusal(
      () => send({ now: () => kw.clock.now() - 7_200_000 }),
      /browser|native/.test(name) ? 'PASSKEY_ASSERTION_INVALID' : 'TIMESTAMP_TOO_OLD',
    ))
})

describe('a bundle', () => {
  const expected = () => ({ signerPublicKey: kw.signerPublicKey, organizationId: kw.organizationId })

  it('for another key', async () => {
    const other = await generateTargetKey()
    await expectRefusal(() => openWalletExport(exportBundle, other, expected()), 'BUNDLE_FOR_ANOTHER_KEY')
    const { credentialBundle } = await kw.client.createReadWriteSession({
      targetPublicKey: target.targetPublicKey,
    })
    await expectRefusal(() => openCredentialBundle(credentialBundle, other), 'BUNDLE_FOR_ANOTHER_KEY')
  })

  it('of another organization, signer or user', async () => {
    const organizationId = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'
    await expectRefusal(
      () => openWalletExport(exportBundle, target, { ...expected(), organizationId }),
      'BUNDLE_ORGANIZATION_MISMATCH',
    )
    await expectRefusal(
      () =>
        openWalletExport(exportBundle, target, { ...expected(), signerPublicKey: target.targetPublicKey }),
      'BUNDLE_SIGNER_MISMATCH',
    )
    const { importBundle } = await kw.client.initImportWallet({ userId: kw.rootUserId })
    await expectRefusal(
      () =>
        sealWalletImport(`${'test '.repeat(11)}junk`, importBundle, {
          ...expected(),
          userId: organizationId,
        }),
      'BUNDLE_USER_MISMATCH',
    )
  })

  it('that is malformed', () =>
    expectRefusal(() => openCredentialBundle('<html>', target), 'BUNDLE_MALFORMED'))
})
