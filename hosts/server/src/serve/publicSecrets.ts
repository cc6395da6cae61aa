/** Publicly known phrases and keys from standards, tools and the documentation, which team servers reject. */
import { pbkdf2Sync } from 'node:crypto'
import type { Settings } from '@keywright/engine'
import { seededRandom } from '@keywright/host'
import {
  apiPublicKeyOf,
  compressP256PublicKey,
  deriveKeyPair,
  generateApiKeyPair,
  parsePhrase,
  toHex,
} from '@keywright/keys'

/** As in vectors of BIP-39 (https://github.com/trezor/python-mnemonic/blob/master/vectors.json). */
const isRepeatedByte = (bytes: Uint8Array) => bytes.every((byte) => byte === bytes[0])

/** Default phrases of development chains and tools, and of BIP-39 vectors. */
const PHRASES = [
  `${'abandon '.repeat(11)}about`,
  `${'abandon '.repeat(23)}art`,
  'test test test test test test test test test test test junk',
  'candy maple cake sugar pudding cream honey rich smooth crumble sweet treat',
  'myth like bonus scare over problem client lizard pioneer submit female collect',
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
  'bottom drive obey lake curtain smoke basket hold race lonely fit walk',
]

const FIRST = Array.from({ length: 10 }, (_, n) => n)
/** Paths of the first accounts in common tools: Ethereum, Bitcoin, Cosmos; Solana. */
const ACCOUNT_PATHS = [
  [
    'CURVE_SECP256K1',
    [
      ...FIRST.map((n) => `m/44'/60'/0'/0/${n}`),
      ...["m/84'/0'/0'/0/0", "m/86'/0'/0'/0/0", "m/44'/118'/0'/0/0"],
    ],
  ],
  ['CURVE_ED25519', FIRST.flatMap((n) => [`m/44'/501'/${n}'/0'`, `m/44'/501'/${n}'`])],
] as const

const SECP256K1_KEYS = [
  // First accounts of a development chain without a phrase.
  '4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d',
  'c87509a1c067bbde78beb793e6fa76530b6382a4c0241e5e4a9ec0a0f44dc0d3',
  // EIP-155's example.
  '46'.repeat(32),
]
const P256_KEYS = [
  // RFC 6979, A.2.5.
  'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721',
  // RFC 9180, A.3.1: recipient and ephemeral key.
  'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2',
  '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
  // Documentation: the key in the sample credential bundle.
  'a509ef56f4e9de70fd15945cfa1240b1ac15064b06c821036452566d2f843f7f',
]
/** API keys, a passkey and a private key in `dev --examples`, whose private halves follow from public seeds. */
const EXAMPLE_KEYS = [
  '02016b0b1bef2f36149ba1e1eca512bc00382668d1d3618d11a8acc856e28b2169',
  '02249505de51b076639fb05f1283f98e82d269e6e173ce630a56d6ffd3e4779a47',
  '02672705a99ec594ba2d44a2d03b2875d5b8547fb82caddfe6014559be8209f50a',
  '02ba3a179f9c9a2849dd7343eaac55b91394618786c33f8833163928aa376543fc',
  '02be6f3ea20ff6877a5880233e4e003c3cb7235f161fa99c6024b423ddaa2dade2',
  '02fedaf31d3e151c0a80e157d78d7aded87cdb7e8fa617d7d55d1e7c6f520788cd',
  '031b7d746a60ae9faf78bb143e1fceb3d156a1257ab4eb22132279dd11d8ffe839',
  '0326e44dc34b666ac1fd54746ed863ac5812175de51369c35ea86f0b9355cf880c',
  '03b16ac8e7803f1e64d8c7f582eaaa37a65bb8d134199c530ae915f7fe260b3bbf',
  '03d8d8242cd21eec700d10322d1f0fe057e73d607da851afa58733335f33059a9d',
]
/** RFC 8032 §7.1, tests 1 to 3. */
const ED25519_KEYS = [
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
]
/** Keys of small numbers, which pages use as well. */
const SMALL_NUMBERS = 32
/** Number of likely seeds of development servers, whose API keys are public. */
const COMMON_SEEDS = 100

/** For the engine's settings. The process shares one list. */
export function createPublicSecrets(): NonNullable<Settings['isPublicSecret']> {
  const entropies = new Set(PHRASES.map((phrase) => toHex(parsePhrase(phrase))))
  const readKeys = (list ??= openList())
  return (kind, secret) => {
    if (isRepeatedByte(secret)) return true
    return kind === 'wallet' ? entropies.has(toHex(secret)) : readKeys().has(toHex(compact(secret)))
  }
}

let list: (() => ReadonlySet<string>) | undefined

/**
 * Deriving the list takes almost a second, so it happens in the background, one key at a time, unless the list is needed
 * earlier.
 */
function openList(): () => ReadonlySet<string> {
  const keys = new Set<string>()
  const rest = publicKeys()
  const addNext = () => {
    const { done, value } = rest.next()
    if (done) return
    keys.add(value)
    setImmediate(addNext).unref()
  }
  addNext()
  return () => {
    for (const key of rest) keys.add(key)
    return keys
  }
}

/** Bundles may be encrypted to a P-256 point in either form. */
const compact = (key: Uint8Array) => (key.length === 65 ? compressP256PublicKey(key) : key)

function* publicKeys(): Generator<string, undefined> {
  const small = Array.from({ length: SMALL_NUMBERS }, (_, n) => (n + 1).toString(16).padStart(64, '0'))
  const repeated = ['00', '01', 'ff'].map((byte) => byte.repeat(32))
  for (const key of [...SECP256K1_KEYS, ...small]) yield apiPublicKeyOf('API_KEY_CURVE_SECP256K1', key)
  for (const key of [...P256_KEYS, ...small]) yield apiPublicKeyOf('API_KEY_CURVE_P256', key)
  for (const key of [...ED25519_KEYS, ...small, ...repeated])
    yield apiPublicKeyOf('API_KEY_CURVE_ED25519', key)
  yield* EXAMPLE_KEYS
  for (let seed = 0; seed < COMMON_SEEDS; seed++) yield seededApiKey(seed)
  for (const phrase of PHRASES) yield* accountsOf(phrase)
  return undefined
}

function* accountsOf(phrase: string): Generator<string, undefined> {
  const seed = new Uint8Array(pbkdf2Sync(phrase, 'mnemonic', 2048, 64, 'sha512'))
  for (const [curve, paths] of ACCOUNT_PATHS) {
    for (const path of paths) yield toHex(deriveKeyPair(curve, seed, path).publicKey)
  }
  return undefined
}

/** The API key of `dev --seed`, which draws the root secret first. */
function seededApiKey(seed: number): string {
  const random = seededRandom(`keywright development ${seed} secrets`)
  random(32)
  return generateApiKeyPair(random).publicKey
}
