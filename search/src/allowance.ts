/** What one question may fetch of the vocabulary: a text that is pasted has words in all of it. */
export interface Allowance {
  /** @returns whether these files, those that were taken before left aside, are still within it; then they are taken */
  take(files: readonly string[]): boolean
}

/** Questions that people write need fewer; of a text that was pasted so many files have the most telling words. */
export const MOST_FILES = 18

export function createAllowance(most = MOST_FILES): Allowance {
  const taken = new Set<string>()
  return {
    take(files) {
      const all = new Set([...taken, ...files])
      if (all.size > most) return false
      for (const file of files) taken.add(file)
      return true
    },
  }
}
