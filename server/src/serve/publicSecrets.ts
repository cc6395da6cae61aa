/** Phrases and keys that everybody knows, from standards and tools: no team server takes them in. */
import { apiPublicKeyOf, parsePhrase, toHex } from '@keywright/keys'

/** Entropy that is one repeated byte: BIP-39's vectors (https://github.com/trezor/python-mnemonic/blob/master/vectors.json). */
const isRepeatedByte = (entropy: Uint8Array) => entropy.every((byte) => byte === entropy[0])

/** Default phrases of development chains and tools. */
const PHRASES = [
  'test test test test test test test test test test test junk',
  'candy maple cake sugar pudding cream honey rich smooth crumble sweet treat',
  'myth like bonus scare over problem client lizard pioneer submit female collect',
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
  'bottom drive obey lake curtain smoke basket hold race lonely fit walk',
]

/** First accounts of the same tools; small numbers, the first keys that anybody tries, are added. */
const SECP256K1_KEYS = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d',
  'c87509a1c067bbde78beb793e6fa76530b6382a4c0241e5e4a9ec0a0f44dc0d3',
]
/** RFC 8032 §7.1, tests 1 to 3. */
const ED25519_KEYS = [
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
]
const SMALL_NUMBERS = 32

/** Whether everybody knows this entropy of a wallet, or the private key of this public key. */
export function createPublicSecrets(): (kind: 'wallet' | 'private key', secret: Uint8Array) => boolean {
  const entropies = new Set(PHRASES.map((phrase) => toHex(parsePhrase(phrase))))
  const publicKeys = new Set([
    ...[...SECP256K1_KEYS, ...smallNumbers()].map((key) => apiPublicKeyOf('API_KEY_CURVE_SECP256K1', key)),
    ...[...ED25519_KEYS, ...repeatedBytes()].map((key) => apiPublicKeyOf('API_KEY_CURVE_ED25519', key)),
  ])
  return (kind, secret) =>
    kind === 'wallet'
      ? isRepeatedByte(secret) || entropies.has(toHex(secret))
      : publicKeys.has(toHex(secret)) || isRepeatedByte(secret)
}

const smallNumbers = () =>
  Array.from({ length: SMALL_NUMBERS }, (_, n) => (n + 1).toString(16).padStart(64, '0'))

const repeatedBytes = () => [0, 1, 0xff].map((byte) => byte.toString(16).padStart(2, '0').repeat(32))
