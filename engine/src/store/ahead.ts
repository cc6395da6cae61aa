/** Readings that are begun before anybody needs them, beside what is read meanwhile: the transaction keeps them. */

/** Whoever asks again gets the same answer; a reading that fails, fails again for them. */
export function ahead(...readings: readonly Promise<unknown>[]): void {
  for (const reading of readings) reading.catch(() => undefined)
}
