/**
 * The test vectors that the clients of every language share, made by the engine's own `keys`.
 *
 *   npx tsx clients/build/writeVectors.ts
 */
import { callList } from '@keywright/contract'
import {
  apiPublicKeyOf,
  createCredentialBundle,
  createStamp,
  fingerprintOf,
  parseBase58check,
  parseHex,
  type Random,
  toBase58check,
  toHex,
  toStampHeader,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'

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
    notice: 'Written by clients/build/writeVectors.ts. The keys are public test values.',
    stamps: Object.entries(bodies).map(([name, body]) => stampVector(name, body)),
    keyPairs: keyPairs(),
    credentialBundles: [
      await bundleVector('a session key', 1),
      await bundleVector('another one-time key', 2),
    ],
    brokenCredentialBundles: await brokenBundles(),
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

/** What a client says to each pair before it signs anything. */
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

async function brokenBundles() {
  const { bundle } = await bundleVector('', 1)
  const bytes = parseBase58check(bundle, 'bundle')
  const changed = (index: number, value: number) =>
    toBase58check(bytes.map((byte, at) => (at === index ? value : byte)))
  return [
    { name: 'sealed to another key', targetPrivateKey: SIGNER, bundle },
    {
      name: 'a character changed',
      targetPrivateKey: TARGET,
      bundle: `${bundle.slice(0, -1)}${bundle.endsWith('1') ? '2' : '1'}`,
    },
    {
      name: 'a bit of the ciphertext changed',
      targetPrivateKey: TARGET,
      bundle: changed(40, bytes[40]! ^ 1),
    },
    { name: 'not a point', targetPrivateKey: TARGET, bundle: changed(0, 5) },
    { name: 'a byte short', targetPrivateKey: TARGET, bundle: toBase58check(bytes.subarray(0, -1)) },
    { name: 'nothing', targetPrivateKey: TARGET, bundle: '' },
    { name: 'letters outside of base58', targetPrivateKey: TARGET, bundle: '0OIl' },
  ]
}
