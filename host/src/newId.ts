/** Ids of what the host makes: requests, faults, messages. */
import { platformRandom, toUuid } from '@keywright/keys'

/** A random id: UUID version 4 (RFC 9562 §5.4). Not `crypto.randomUUID`, which pages without TLS do not have. */
export const newId = (): string => toUuid(platformRandom(16), 4)
