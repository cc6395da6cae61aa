/** Ids of what the host makes: requests, faults, messages. */
import { platformRandom, toHex } from '@keywright/keys'

/** A random id: UUID version 4 (RFC 9562 §5.4). Not `crypto.randomUUID`, which pages without TLS do not have. */
export function newId(): string {
  const bytes = platformRandom(16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = toHex(bytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
