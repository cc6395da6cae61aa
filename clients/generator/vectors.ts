/**
 * The test vectors that the clients of every language share, made by the engine's own `keys`.
 *
 *   npx tsx clients/generator/generate.ts
 */
import { callList } from '@keywright/contract'
import {
  apiPublicKeyOf,
  createCredentialBundle,
  createExportBundle,
  createImportBundle,
  createStamp,
  fingerprintOf,
  parseBase58check,
  parseHex,
  type Random,
  toBase58,
  toBase58check,
  toHex,
  toStampHeader,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import hpke from '../../engine/keys/vectors/hpke.json'

const P256 = 'API_KEY_CURVE_P256'
/** RFC 6979, A.2.5. */
const SIGNER = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'
/** RFC 9180, A.3.1: the receiver's key of DHKEM(P-256, HKDF-SHA256). */
const TARGET = 'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2'
const CREDENTIAL = '0000000000000000000000000000000000000000000000000000000000000003'
const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
const other = apiPublicKeyOf(P256, TARGET)
const signer = apiPublicKeyOf(P256, SIGNER)

const bodies = {
  'a query': '{"organizationId":"3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"}',
  'one space makes another body': '{"organizationId": "3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"}',
  'characters beyond ASCII': '{"walletName":"Zürich 東京 🗝"}',
  'characters that some libraries escape': '{"condition":"a < b && c > d","path":"m/44\'/60\'"}',
}

/** Everything in `vectors.json`. */
export async function vectors() {
  return {
    notice: 'Written by clients/generator/generate.ts. The keys are public test values.',
    stamps: Object.entries(bodies).map(([name, body]) => stampVector(name, body)),
    keyPairs: keyPairs(),
    credentialBundles: [
      await bundleVector('a session key', 1),
      await bundleVector('another one-time key', 2),
    ],
    brokenCredentialBundles: await brokenCredentialBundles(),
    /** With AES-128-GCM, the one suite on P-256 that the RFC prints: a client that builds HPKE itself takes both. */
    hpke,
    exportBundles: await exportBundles(),
    brokenExportBundles: await brokenExportBundles(),
    importBundles: importBundles(),
    brokenImportBundles: brokenImportBundles(),
    webhooks: webhooks(),
    activityTypes: Object.fromEntries(
      callList.flatMap((call) =>
        call.kind === 'submit' ? call.versions.map(({ type }) => [type, call.path] as const) : [],
      ),
    ),
  }
}

/** Signatures are those of RFC 6979; a library that signs otherwise verifies them instead. */
function stampVector(name: string, body: string) {
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), SIGNER)
  return {
    name,
    body,
    fingerprint: fingerprintOf(toUtf8(body)),
    privateKey: SIGNER,
    ...stamp,
    header: toStampHeader(stamp),
  }
}

const keyPairs = () => [
  { name: 'a pair', privateKey: SIGNER, publicKey: signer, accepted: true },
  { name: 'upper case', privateKey: SIGNER.toUpperCase(), publicKey: signer.toUpperCase(), accepted: true },
  { name: 'the public key of another', privateKey: SIGNER, publicKey: other, accepted: false },
  { name: 'zero', privateKey: '00'.repeat(32), publicKey: signer, accepted: false },
  { name: 'the order of the curve', privateKey: ORDER, publicKey: signer, accepted: false },
  { name: 'a byte short', privateKey: SIGNER.slice(2), publicKey: signer, accepted: false },
  { name: 'not hexadecimal', privateKey: SIGNER.replace(/^../, 'zz'), publicKey: signer, accepted: false },
  { name: 'no private key', privateKey: '', publicKey: signer, accepted: false },
  { name: 'no public key', privateKey: SIGNER, publicKey: '', accepted: false },
]

/** The one-time key comes from this, so that the file does not change. */
const countingFrom =
  (first: number): Random =>
  (length) =>
    Uint8Array.from({ length }, (_, index) => first + index)

async function bundleVector(name: string, seed: number) {
  const targetPublicKey = toHex(uncompressP256PublicKey(parseHex(other, 'target')))
  return {
    name,
    targetPrivateKey: TARGET,
    targetPublicKey,
    bundle: await createCredentialBundle(parseHex(CREDENTIAL, 'key'), targetPublicKey, countingFrom(seed)),
    privateKey: CREDENTIAL,
    publicKey: apiPublicKeyOf(P256, CREDENTIAL),
  }
}

async function brokenCredentialBundles() {
  const { bundle } = await bundleVector('', 1)
  const bytes = parseBase58check(bundle, 'bundle')
  const changed = (index: number, value: number) =>
    toBase58check(bytes.map((byte, at) => (at === index ? value : byte)))
  const of = (name: string, text: string, error = 'BUNDLE_MALFORMED', targetPrivateKey = TARGET) => ({
    name,
    targetPrivateKey,
    bundle: text,
    error,
  })
  return [
    of('sealed to another key', bundle, 'BUNDLE_FOR_ANOTHER_KEY', SIGNER),
    of('a character changed', `${bundle.slice(0, -1)}${bundle.endsWith('1') ? '2' : '1'}`),
    of('a bit of the ciphertext changed', changed(40, bytes[40]! ^ 1), 'BUNDLE_FOR_ANOTHER_KEY'),
    of('not a point', changed(0, 5)),
    of('a byte short', toBase58check(bytes.subarray(0, -1))),
    of('nothing', ''),
    of('letters outside of base58', '0OIl'),
    of('very long', '1'.repeat(5000)),
  ]
}

// ─── Signed bundles: exports and imports ───

const ORGANIZATION = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'
const USER = '7d7f0d3e-2c55-4b7f-9a5f-7c8a4d0c2b11'
const INBOX = '0000000000000000000000000000000000000000000000000000000000000005'
/** BIP-39's test phrase. */
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** RFC 8032 §7.1, test 1: a seed and its public key. */
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const SEED_PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
const SOLANA = toBase58(parseHex(SEED + SEED_PUBLIC, 'key'))

const pointOf = (publicKey: string) => uncompressP256PublicKey(parseHex(publicKey, 'key'))
const signing = { privateKey: parseHex(SIGNER, 'key'), publicKey: pointOf(signer) }
const pins = { organizationId: ORGANIZATION, signerPublicKey: toHex(signing.publicKey) }

async function exportVector(
  name: string,
  of: 'phrase' | 'private-key',
  secret: string,
  format: 'HEXADECIMAL' | 'SOLANA' = 'HEXADECIMAL',
) {
  const plaintext = of === 'phrase' ? toUtf8(secret) : parseHex(SEED, 'seed')
  const bundle = await createExportBundle(plaintext, {
    targetPublicKey: other,
    organizationId: ORGANIZATION,
    signer: signing,
    random: countingFrom(7),
  })
  return { name, of, format, targetPrivateKey: TARGET, ...pins, bundle, secret }
}

const exportBundles = async () => [
  await exportVector('a wallet', 'phrase', PHRASE),
  await exportVector('a private key', 'private-key', SEED),
  await exportVector('a private key, as Solana wallets read it', 'private-key', SOLANA, 'SOLANA'),
]

function brokenSignedBundles<B extends { bundle: string; organizationId: string; signerPublicKey: string }>(
  good: B,
) {
  const outer = JSON.parse(good.bundle) as Record<string, string>
  const changed = (members: object) => ({ ...good, bundle: JSON.stringify({ ...outer, ...members }) })
  const foreign = toHex(pointOf(other))
  return [
    { ...good, name: 'of another organization', organizationId: USER, error: 'BUNDLE_ORGANIZATION_MISMATCH' },
    { ...good, name: 'of another signer', signerPublicKey: foreign, error: 'BUNDLE_SIGNER_MISMATCH' },
    {
      ...changed({ enclaveQuorumPublic: foreign }),
      name: 'of a signer who takes the name of the pinned one',
      signerPublicKey: foreign,
      error: 'BUNDLE_SIGNATURE_INVALID',
    },
    {
      ...changed({ data: `${outer['data']!.slice(0, -2)}20` }),
      name: 'changed after it was signed',
      error: 'BUNDLE_SIGNATURE_INVALID',
    },
    {
      ...changed({ dataSignature: '3000' }),
      name: 'with half a signature',
      error: 'BUNDLE_SIGNATURE_INVALID',
    },
    { ...changed({ data: 1 }), name: 'without data', error: 'BUNDLE_MALFORMED' },
    { ...changed({ data: 'zz' }), name: 'with data that is not hexadecimal', error: 'BUNDLE_MALFORMED' },
    { ...changed({ version: 'v2.0.0' }), name: 'of another version', error: 'BUNDLE_MALFORMED' },
    { ...good, name: 'cut', bundle: good.bundle.slice(0, -1), error: 'BUNDLE_MALFORMED' },
    { ...good, name: 'no object', bundle: 'null', error: 'BUNDLE_MALFORMED' },
    { ...good, name: 'nothing', bundle: '', error: 'BUNDLE_MALFORMED' },
  ]
}

async function brokenExportBundles() {
  const { secret: _, ...phrase } = await exportVector('', 'phrase', PHRASE)
  const { secret: __, ...key } = await exportVector('', 'private-key', SEED)
  return [
    ...brokenSignedBundles(phrase),
    { ...phrase, name: 'for another key', targetPrivateKey: SIGNER, error: 'BUNDLE_FOR_ANOTHER_KEY' },
    { ...phrase, name: 'a phrase read as a key', of: 'private-key', error: 'SECRET_MALFORMED' },
    { ...key, name: 'a key read as a phrase', of: 'phrase', error: 'SECRET_MALFORMED' },
  ]
}

/** `plaintext` is what the engine finds when it opens the answer with `inboxPrivateKey`. */
function importVector(
  name: string,
  of: 'phrase' | 'private-key',
  secret: string,
  format: 'HEXADECIMAL' | 'SOLANA' = 'HEXADECIMAL',
) {
  const bundle = createImportBundle({
    targetPublicKey: pointOf(apiPublicKeyOf(P256, INBOX)),
    organizationId: ORGANIZATION,
    userId: USER,
    signer: signing,
  })
  const plaintext = of === 'phrase' ? toHex(toUtf8(PHRASE)) : SEED
  return { name, of, format, ...pins, userId: USER, bundle, secret, inboxPrivateKey: INBOX, plaintext }
}

const importBundles = () => [
  importVector('a wallet', 'phrase', PHRASE),
  importVector('a wallet, its spaces and letters put right', 'phrase', ` ${PHRASE.toUpperCase()}\n`),
  importVector('a private key', 'private-key', SEED),
  importVector('a private key with 0x', 'private-key', `0x${SEED}`),
  importVector('a private key of a Solana wallet', 'private-key', SOLANA, 'SOLANA'),
]

function brokenImportBundles() {
  const { plaintext: _, inboxPrivateKey: __, ...phrase } = importVector('', 'phrase', PHRASE)
  const { plaintext: ___, inboxPrivateKey: ____, ...key } = importVector('', 'private-key', SEED)
  const secret = { error: 'SECRET_MALFORMED' }
  const twoKeys = toBase58(parseHex(SEED + SEED, 'key'))
  return [
    ...brokenSignedBundles(phrase),
    { ...phrase, name: 'for another user', userId: ORGANIZATION, error: 'BUNDLE_USER_MISMATCH' },
    { ...phrase, name: 'too few words', secret: 'legal winner', ...secret },
    { ...key, name: 'a phrase as a key', secret: PHRASE, ...secret },
    { ...key, name: 'half a key', secret: SEED.slice(32), ...secret },
    { ...key, name: 'no base58', secret: '0OIl', format: 'SOLANA', ...secret },
    {
      ...key,
      name: 'half a key of Solana',
      secret: toBase58(parseHex(SEED, 'key')),
      format: 'SOLANA',
      ...secret,
    },
    { ...key, name: 'two halves of different keys', secret: twoKeys, format: 'SOLANA', ...secret },
  ]
}

// ─── Webhooks ───

/** Deliveries as Standard Webhooks signs them, at the time `now` in seconds. Those with an `error` are rejected. */
function webhooks() {
  const body = JSON.stringify({
    id: USER,
    organizationId: ORGANIZATION,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    intent: { createWalletIntent: { walletName: 'Zürich', accounts: [] } },
    result: { createWalletResult: { walletId: USER, addresses: [] } },
    votes: [],
    fingerprint: fingerprintOf(toUtf8('')),
    canApprove: false,
    canReject: false,
    createdAt: { seconds: '1700000000', nanos: '5000000' },
    updatedAt: { seconds: '1700000000', nanos: '5000000' },
    failure: null,
  })
  const at = 1_700_000_000
  const sign = (text: string, seed = SEED) =>
    `v1a,${Buffer.from(ed25519.sign(toUtf8(`evt_1.${at}.${text}`), parseHex(seed, 'seed'))).toString('base64')}`
  const of = (name: string, change: object = {}, headers: object = {}) => ({
    name,
    body,
    now: at + 60,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(at),
      'webhook-signature': sign(body),
      'x-keywright-event-type': 'activity.updated',
      // Not signed: the organization is that of the activity.
      'x-keywright-organization-id': USER,
      ...headers,
    },
    ...change,
  })
  return {
    keys: [{ kid: 'one', x: Buffer.from(parseHex(SEED_PUBLIC, 'key')).toString('base64url') }],
    deliveries: [
      of('signed'),
      of('signed by two keys', {}, { 'webhook-signature': `v1,AA== ${sign(body, INBOX)} ${sign(body)}` }),
      of('by a clock that is behind', { now: at - 60 }),
      of('changed', { body: `${body} `, error: 'WEBHOOK_SIGNATURE_INVALID' }),
      of(
        'of an unknown key',
        { error: 'WEBHOOK_SIGNATURE_INVALID' },
        { 'webhook-signature': sign(body, INBOX) },
      ),
      of('of another scheme', { error: 'WEBHOOK_SIGNATURE_INVALID' }, { 'webhook-signature': 'v1,AA==' }),
      of('not base64', { error: 'WEBHOOK_SIGNATURE_INVALID' }, { 'webhook-signature': 'v1a,!' }),
      of('of another event', { error: 'WEBHOOK_SIGNATURE_INVALID' }, { 'webhook-id': 'evt_2' }),
      of('without an id', { error: 'WEBHOOK_UNSIGNED' }, { 'webhook-id': '' }),
      of('without a time', { error: 'WEBHOOK_UNSIGNED' }, { 'webhook-timestamp': 'now' }),
      of('old', { now: at + 301, error: 'WEBHOOK_STALE' }),
      of('from the future', { now: at - 301, error: 'WEBHOOK_STALE' }),
      of('no activity', { body: '[]', error: 'WEBHOOK_BODY_INVALID' }, { 'webhook-signature': sign('[]') }),
    ],
  }
}
