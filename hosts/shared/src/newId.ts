/** IDs of requests, faults and messages. */
import { platformRandom, toUuid } from '@keywright/keys'

/** A random UUID version 4 (RFC 9562 §5.4). `crypto.randomUUID` is missing in pages without TLS. */
export const newId = (): string => toUuid(platformRandom(16), 4)
