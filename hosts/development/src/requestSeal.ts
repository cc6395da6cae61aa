/** Encrypts bodies of requests under a key derived from the root secret, so that reading them requires the state. */
import {
  decryptAtRest,
  deriveStorageKey,
  encryptAtRest,
  isKeysError,
  parseBase64url,
  parseUtf8,
  platformRandom,
  toBase64url,
} from '@keywright/keys'
import type { RequestSeal } from './requestLog.ts'

/** Used in place of an organization ID, so that no key is shared with an organization. */
const OWNER = 'development request log'

/** @param rootSecret root secret of the current state, which an import replaces */
export function createRequestSeal(rootSecret: () => Uint8Array): RequestSeal {
  let known: { readonly secret: Uint8Array; readonly key: Uint8Array } | undefined
  const storageKey = () => {
    const secret = rootSecret()
    if (known?.secret !== secret) known = { secret, key: deriveStorageKey(secret, OWNER) }
    return known.key
  }
  const ownerOf = (keyId: string) => ({ organizationId: OWNER, keyId })
  return {
    seal: (id, bytes) => toBase64url(encryptAtRest(bytes, ownerOf(id), storageKey(), platformRandom)),
    open(id, sealed) {
      try {
        return parseUtf8(decryptAtRest(parseBase64url(sealed, 'sealed'), ownerOf(id), storageKey()), 'sealed')
      } catch (error) {
        if (isKeysError(error)) return undefined
        throw error
      }
    },
  }
}
