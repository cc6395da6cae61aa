/** Checks in an order, where the first that fails ends it: what inspectors of stamps, signatures and bundles are made of. */

export interface CheckedStep {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'not reached' | 'not checked'
  /** What was found, or what is wrong. */
  readonly found: string
}

class NotChecked {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** What a check answers that cannot be made; those after it are made all the same. */
export const notChecked = (why: string): NotChecked => new NotChecked(why)

/** @returns what it found @throws Error that says what is wrong */
export type Check = () => Promise<string | NotChecked> | string | NotChecked

/** Runs checks until one fails; those after it are not reached. Never throws. */
export async function runChecks(titles: readonly string[], checks: readonly Check[]): Promise<CheckedStep[]> {
  const steps: CheckedStep[] = []
  let hasFailed = false
  for (const [index, check] of checks.entries()) {
    const title = titles[index]!
    if (hasFailed) {
      steps.push({ title, state: 'not reached', found: '' })
      continue
    }
    try {
      const found = await check()
      steps.push(
        found instanceof NotChecked
          ? { title, state: 'not checked', found: found.why }
          : { title, state: 'passed', found },
      )
    } catch (error) {
      hasFailed = true
      steps.push({ title, state: 'failed', found: error instanceof Error ? error.message : String(error) })
    }
  }
  return steps
}
