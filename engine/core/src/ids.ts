/** Identifiers from the engine's clock and randomness: the same inputs and seed give the same ids. */
import { toUuid } from '@keywright/keys'

export interface Ids {
  /** A random id: UUID version 4 (RFC 9562 §5.4). */
  random(): string
  /** An id that sorts after every earlier one of this engine: UUID version 7 (RFC 9562 §5.7). */
  timeOrdered(): string
}

/** @param clock milliseconds since 1970 @param random returns that many random bytes */
export function createIds(clock: () => number, random: (length: number) => Uint8Array): Ids {
  let lastTime = 0
  // 12 bits after the time count ids of the same millisecond (RFC 9562 §6.2, method 1).
  let counter = 0

  return {
    random: () => toUuid(random(16), 4),

    timeOrdered() {
      const now = clock()
      if (now > lastTime) {
        lastTime = now
        counter = 0
      } else if (++counter > 0xfff) {
        lastTime++
        counter = 0
      }
      const bytes = random(16)
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      view.setUint16(0, Math.floor(lastTime / 2 ** 32))
      view.setUint32(2, lastTime % 2 ** 32)
      view.setUint16(6, counter)
      return toUuid(bytes, 7)
    },
  }
}
