/** Derives secrets of the host from the root secret, so that they survive restarts without storage. */
import { concat, hmacSha256, toUtf8 } from '@keywright/keys'

/**
 * HMAC in counter mode (SP 800-108 §4.1).
 * @param label the purpose; each purpose has a separate secret
 * @param length in bytes
 */
export function deriveSecret(rootSecret: Uint8Array, label: string, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) =>
    hmacSha256(rootSecret, concat(Uint8Array.of(n + 1), toUtf8(label))),
  )
  return concat(...blocks).subarray(0, length)
}
