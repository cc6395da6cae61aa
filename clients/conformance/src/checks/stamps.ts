/** Stamps: each kind of key, and signatures of every length. */
import { generateApiKeyPair, parseBase64url, parseHex, platformRandom, sha256Hex } from '@keywright/keys'
import { p256 } from '@noble/curves/nist.js'
import type { Check } from '../check.ts'
import { need } from '../finding.ts'
import { evmDevice, type Oddity, passkeyDevice, solanaDevice } from '../judge/device.ts'
import { type ExpectedStamp, judgeForm, judgeStamp } from '../judge/stamp.ts'
import { firstOf, type Seen } from '../observer.ts'
import type { Connection, Credential } from '../protocol.ts'
import { credentialOf, type World } from '../world.ts'

const CURVES = [
  { id: 'p256', name: 'P-256', curve: 'API_KEY_CURVE_P256', scheme: 'SIGNATURE_SCHEME_TK_API_P256' },
  {
    id: 'secp256k1',
    name: 'secp256k1',
    curve: 'API_KEY_CURVE_SECP256K1',
    scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
  },
  {
    id: 'ed25519',
    name: 'Ed25519',
    curve: 'API_KEY_CURVE_ED25519',
    scheme: 'SIGNATURE_SCHEME_TK_API_ED25519',
  },
] as const

/** With this many ECDSA signatures, only one in 2,500 random clients has no integer that begins with a zero. */
const MANY = 1_000
/** One in this many signatures is verified, because only their encoding is rare. */
const VERIFIED = 50

const API_KEY_STAMPS = '/api-overview/stamps#api-key'
const DER = 'X.690 §8.3.2'

/** Sends whoami and returns the single request that arrived. @throws Finding if the engine rejects it */
async function sendWhoami(
  world: World,
  changes: Partial<Connection>,
  device?: Parameters<World['observe']>[1],
) {
  const observer = await world.observe(undefined, device)
  const credential = moveDevice(changes.credential, observer.url)
  const client = await world.connect(observer, { ...changes, ...(credential && { credential }) })
  const { username } = await world.result('whoami', { client })
  need(username !== undefined && username !== '', 'the answer names no user')
  return firstOf(observer.requests)
}

/** Sets the address of a device, which is known once its socket is open. */
const moveDevice = (credential: Credential | undefined, url: string) =>
  credential && 'device' in credential ? { ...credential, device: url + credential.device } : credential

const apiKeyChecks: Check[] = CURVES.flatMap(({ id, name, curve, scheme }) => [
  {
    id: `stamp-${id}`,
    group: 'stamps' as const,
    requires: `With a key on ${name}, the signature covers exactly the bytes that are posted.`,
    source: API_KEY_STAMPS,
    async run(world: World) {
      const key = await world.addKey(curve)
      const seen = await sendWhoami(world, { credential: credentialOf(key) })
      await judgeStamp(seen.headers['x-stamp'], seen.body, { scheme, publicKey: key.publicKey })
    },
  },
  {
    id: `stamps-${id}`,
    group: 'stamps' as const,
    requires:
      curve === 'API_KEY_CURVE_ED25519'
        ? 'A thousand bodies get a thousand signatures of 64 bytes.'
        : 'Each of a thousand signatures is the shortest DER, even if r or s begins with zeros.',
    source: curve === 'API_KEY_CURVE_ED25519' ? 'RFC 8032 §5.1.6' : DER,
    async run(world: World) {
      const key = generateApiKeyPair(platformRandom, curve)
      const bodies = Array.from({ length: MANY }, (_, n) => JSON.stringify({ organizationId: 'é', n }))
      const { stamps } = await world.result('stamp', { credential: credentialOf(key), bodies })
      need(stamps.length === MANY, `${stamps.length} stamps for ${MANY} bodies`)
      for (const [n, { name: header, value }] of stamps.entries()) {
        need(header.toLowerCase() === 'x-stamp', `the header is ${header}`)
        const expected: ExpectedStamp = { scheme, publicKey: key.publicKey }
        if (n % VERIFIED === 0) await judgeStamp(value, bodies[n]!, expected)
        else judgeForm(value, expected)
      }
    },
  },
])

const stampCheck = (id: string, requires: string, source: string, run: Check['run']): Check => ({
  id,
  group: 'stamps',
  requires,
  source,
  run,
})

const signsByPasskey = (isHigh: boolean) => async (world: World) => {
  const { client, userId } = await world.organization()
  const { passkey, device, asserted } = passkeyDevice({ isHigh })
  await client.createAuthenticators({ userId, authenticators: [passkey.register('conformance')] })
  const credential: Credential = {
    kind: 'passkey',
    device: '/device/passkey',
    rpId: 'app.example.com',
    credentialId: passkey.credentialId,
  }
  const seen = await sendWhoami(world, { credential }, { device })
  judgePasskeyStamp(seen, asserted.at(-1)!.signature)
}

function judgePasskeyStamp({ headers, body }: Seen, signature: string): void {
  const header = headers['x-stamp-webauthn']
  need(header !== undefined, 'the header X-Stamp-WebAuthn is missing')
  const stamp = JSON.parse(header) as { clientDataJson: string; signature: string }
  need(stamp.signature === signature, 'the signature differs from the authenticator’s')
  const clientData = new TextDecoder().decode(parseBase64url(stamp.clientDataJson, 'client data'))
  const { challenge } = JSON.parse(clientData) as { challenge: string }
  const expected = Buffer.from(sha256Hex(body)).toString('base64url')
  need(
    challenge === expected,
    `the challenge is ${challenge}, not ${expected} of the hexadecimal SHA-256 of the body`,
  )
}

const signsByEvmWallet = (odd: Oddity) => async (world: World) => {
  const key = await world.addKey('API_KEY_CURVE_SECP256K1')
  const credential: Credential = {
    kind: 'evm-wallet',
    device: '/device/evm',
    publicKey: key.publicKey,
    address: '0x0000000000000000000000000000000000000001',
  }
  const seen = await sendWhoami(world, { credential }, { device: evmDevice(key, odd) })
  const scheme = 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191'
  await judgeStamp(seen.headers['x-stamp'], seen.body, { scheme, publicKey: key.publicKey })
}

const EIP191 = '/api-overview/stamps#eip-191'

export const stampChecks: readonly Check[] = [
  ...apiKeyChecks,
  stampCheck(
    'stamp-passkey',
    'A passkey signs the hexadecimal SHA-256 of the body as text, and the client sends the assertion unchanged.',
    '/api-overview/stamps#passkey',
    signsByPasskey(false),
  ),
  stampCheck(
    'stamp-passkey-high-s',
    'The client sends an assertion with a high s unchanged, because authenticators create both kinds.',
    'WebAuthn §6.5.5',
    signsByPasskey(true),
  ),
  stampCheck(
    'stamp-evm-wallet',
    'An Ethereum wallet signs the body as a personal message.',
    EIP191,
    signsByEvmWallet({}),
  ),
  stampCheck(
    'stamp-evm-short',
    'The client encodes a wallet signature whose r or s begins with a zero byte as the shortest DER.',
    DER,
    signsByEvmWallet({ isShort: true }),
  ),
  stampCheck(
    'stamp-evm-high-s',
    'The client accepts a wallet signature with a high s.',
    EIP191,
    signsByEvmWallet({ isHigh: true }),
  ),
  stampCheck(
    'stamp-evm-parity',
    'The client accepts a wallet signature that ends with 0 or 1 instead of 27 or 28.',
    EIP191,
    signsByEvmWallet({ isPlainParity: true }),
  ),
  {
    id: 'stamp-solana-wallet',
    group: 'stamps',
    requires: 'A Solana wallet signs the body itself with Ed25519.',
    source: API_KEY_STAMPS,
    async run(world) {
      const key = await world.addKey('API_KEY_CURVE_ED25519')
      const { publicKey } = key
      const credential: Credential = { kind: 'solana-wallet', device: '/device/solana', publicKey }
      const seen = await sendWhoami(world, { credential }, { device: solanaDevice(key) })
      const scheme = 'SIGNATURE_SCHEME_TK_API_ED25519'
      await judgeStamp(seen.headers['x-stamp'], seen.body, { scheme, publicKey })
    },
  },
  {
    id: 'stamp-not-ascii',
    group: 'stamps',
    requires: 'Non-ASCII text is signed as the UTF-8 that is posted, and arrives unchanged.',
    source: '/api-overview/stamps#bytes',
    async run(world) {
      const { client: root } = await world.organization()
      const observer = await world.observe()
      const client = await world.connect(observer)
      const walletName = 'Zürich 東京 🗝 <&>'
      await world.result('submit', {
        client,
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        parameters: { walletName, accounts: [] },
      })
      const { wallets } = await root.listWallets()
      const names = wallets.map((wallet) => wallet.walletName)
      need(names.includes(walletName), `the wallet is called ${names.join()}`)
    },
  },
  {
    id: 'key-of-another-pair',
    group: 'stamps',
    requires: 'The client rejects a private key that doesn’t match the public key before it sends anything.',
    source: '/sdks/advanced/api-key-stamper',
    async run(world) {
      const [one, other] = [await world.addKey('API_KEY_CURVE_P256'), generateApiKeyPair(platformRandom)]
      await refusedUnsent(world, credentialOf({ ...one, privateKey: other.privateKey }))
    },
  },
  {
    id: 'key-of-another-curve',
    group: 'stamps',
    requires:
      'The client rejects a public key on another curve than the private key before it sends anything.',
    source: '/sdks/advanced/api-key-stamper',
    async run(world) {
      const { privateKey } = generateApiKeyPair(platformRandom)
      // Half of them are also points of P-256, which have the same encoding.
      const isOnP256 = (publicKey: string) => p256.utils.isValidPublicKey(parseHex(publicKey, 'public key'))
      let publicKey: string
      do ({ publicKey } = generateApiKeyPair(platformRandom, 'API_KEY_CURVE_SECP256K1'))
      while (!isOnP256(publicKey))
      await refusedUnsent(world, { kind: 'api-key', curve: 'API_KEY_CURVE_P256', publicKey, privateKey })
    },
  },
]

/** Sends a valid key first, so that a client that rejects everything fails. */
async function refusedUnsent(world: World, credential: Credential): Promise<void> {
  await sendWhoami(world, {})
  const observer = await world.observe()
  const error = await world.error('whoami', { client: await world.connect(observer, { credential }) })
  need(observer.requests.length === 0, `it was sent, and the server said: ${error.message}`)
}
