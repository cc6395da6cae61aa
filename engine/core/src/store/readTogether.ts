/**
 * Batches row reads: reads that are requested together share one call of the store, so a thousand names cost one
 * round trip.
 */
import type { Json, Reading, ReadStore } from './store.ts'

export class ReadTogether {
  readonly #store: ReadStore
  readonly #organizationId: string
  #asked: Reading[] = []
  /** Answers to the reads that were requested since the last call. */
  #answers: Promise<readonly (Json | undefined)[]> | undefined

  constructor(store: ReadStore, organizationId: string) {
    this.#store = store
    this.#organizationId = organizationId
  }

  /** The value of one row, or undefined. */
  read(table: string, id: string): Promise<Json | undefined> {
    const n = this.#asked.push({ table, id }) - 1
    this.#answers ??= this.#callSoon()
    const answer = this.#answers.then((values) => values[n])
    // A prefetched row may never be awaited.
    answer.catch(() => undefined)
    return answer
  }

  async #callSoon(): Promise<readonly (Json | undefined)[]> {
    // Let the current task finish requesting reads.
    await undefined
    const readings = this.#asked
    this.#asked = []
    this.#answers = undefined
    const [first] = readings
    if (readings.length === 1) return [await this.#store.get(this.#organizationId, first!.table, first!.id)]
    const { answers } = await this.#store.read(this.#organizationId, readings)
    return answers.map(({ value }) => value)
  }
}
