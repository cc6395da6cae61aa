/** Secrets at rest: encrypted under the root secret, bound to the organization and the id of their object. */
import {
  type BundleSigner,
  concat,
  decryptAtRest,
  deriveStorageKey,
  encryptAtRest,
  generateP256KeyPair,
  hmacSha256,
  parseBase64url,
  toBase64url,
  toHex,
  toUtf8,
  withSecret,
} from '@keywright/keys'

/** MAC of a row's text, bound to the row's place. 22 characters of base64url. */
export type Mac = (organizationId: string, table: string, id: string, text: string) => string

export interface Vault {
  /**
   * Encrypts a secret of object `keyId`; returns text that differs each time.
   * @param dataKey from `newDataKey`. Default: the organization's key
   */
  seal(organizationId: string, keyId: string, secret: Uint8Array, dataKey?: string): string
  /**
   * Decrypts for `use` and overwrites the secret afterwards, so that it can't be kept by mistake.
   * @param dataKey the one that the secret was sealed with. Default: the organization's key
   * @throws KeysError `STORED_SECRET_NOT_OPENED`, which is a fault of the engine or its store, never of the caller
   */
  open<T>(
    organizationId: string,
    keyId: string,
    sealed: string,
    use: (secret: Uint8Array) => T,
    dataKey?: string,
  ): T
  /** A new random key, encrypted under the organization's key. Without it, nothing opens what it sealed. */
  newDataKey(organizationId: string): string
  /** Hex fingerprint for comparing secrets. Keyed, so that guesses can't be tested without the root secret. */
  mark(organizationId: string, secret: Uint8Array): string
  readonly mac: Mac
  /** P-256 key pair that signs export and import bundles, sessions and verification tokens. */
  readonly signer: BundleSigner
  /** Key of opaque tokens (`X-Session`). */
  readonly tokenSecret: Uint8Array
}

/** Upper bound of cached storage keys: deriving one costs about as much as a signature. */
const MAX_STORAGE_KEYS = 1_000

/** Binds a data key to its purpose: no object has this id. */
const DATA_KEY = 'data key'

/** 128 bits: without the key, searching for another row with the same MAC is infeasible. */
const MAC_LENGTH = 16

/** @throws KeysError `ROOT_SECRET_LENGTH` */
export function openVault(rootSecret: Uint8Array, random: (length: number) => Uint8Array): Vault {
  const storageKeys = new Map<string, Uint8Array>()

  function storageKeyOf(organizationId: string): Uint8Array {
    const known = storageKeys.get(organizationId)
    if (known) return known
    const key = deriveStorageKey(rootSecret, organizationId)
    if (storageKeys.size >= MAX_STORAGE_KEYS) {
      const [oldest, unused] = storageKeys.entries().next().value!
      storageKeys.delete(oldest)
      unused.fill(0)
    }
    storageKeys.set(organizationId, key)
    return key
  }
  const encrypt = (organizationId: string, keyId: string, secret: Uint8Array, key: Uint8Array) =>
    toBase64url(encryptAtRest(secret, { organizationId, keyId }, key, random))
  const decrypt = (organizationId: string, keyId: string, sealed: string, key: Uint8Array) =>
    decryptAtRest(parseBase64url(sealed, 'stored secret'), { organizationId, keyId }, key)
  const openDataKey = (organizationId: string, dataKey: string) =>
    decrypt(organizationId, DATA_KEY, dataKey, storageKeyOf(organizationId))

  storageKeyOf('') // Rejects a root secret of the wrong length immediately.
  const markKey = expand(rootSecret, 'secret mark', 32)

  return {
    seal(organizationId, keyId, secret, dataKey) {
      if (dataKey === undefined) return encrypt(organizationId, keyId, secret, storageKeyOf(organizationId))
      return withSecret(openDataKey(organizationId, dataKey), (key) =>
        encrypt(organizationId, keyId, secret, key),
      )
    },
    open(organizationId, keyId, sealed, use, dataKey) {
      const secret =
        dataKey === undefined
          ? decrypt(organizationId, keyId, sealed, storageKeyOf(organizationId))
          : withSecret(openDataKey(organizationId, dataKey), (key) =>
              decrypt(organizationId, keyId, sealed, key),
            )
      return withSecret(secret, use)
    },
    newDataKey: (organizationId) =>
      withSecret(random(32), (key) => encrypt(organizationId, DATA_KEY, key, storageKeyOf(organizationId))),
    mark: (organizationId, secret) => toHex(hmacSha256(markKey, concat(toUtf8(organizationId), secret))),
    mac: openMac(rootSecret),
    signer: generateP256KeyPair((length) => expand(rootSecret, 'bundle signer', length)),
    tokenSecret: expand(rootSecret, 'session token', 32),
  }
}

/** The MAC function of a root secret, for callers that need nothing else from it. */
export function openMac(rootSecret: Uint8Array): Mac {
  const key = expand(rootSecret, 'row mac', 32)
  return (organizationId, table, id, text) => {
    const place = JSON.stringify([organizationId, table, id])
    return toBase64url(hmacSha256(key, toUtf8(place + text)).subarray(0, MAC_LENGTH))
  }
}

/** Derives bytes for a purpose: HMAC in counter mode (SP 800-108 §4.1). */
export function expand(rootSecret: Uint8Array, purpose: string, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) =>
    hmacSha256(rootSecret, concat(Uint8Array.of(n + 1), toUtf8(`keywright ${purpose} v1`))),
  )
  return concat(...blocks).subarray(0, length)
}
