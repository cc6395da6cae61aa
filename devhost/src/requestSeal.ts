/** Encrypts what requests carried, under a key of the root secret: what is kept of them opens with the state alone. */
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

/** In the place of an organization: no organization has such an id, so no key is shared with one. */
const OWNER = 'development request log'

/** @param rootSecret of the state that the host runs with; another one after an import */
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
