/** Ordered checks that stop at the first failure, for the stamp, signature and bundle inspectors. */

export interface CheckedStep {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'not reached' | 'not checked'
  /** The finding, or the error message. */
  readonly found: string
}

class NotChecked {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** Returned by a check that can't run. Later checks still run. */
export const notChecked = (why: string): NotChecked => new NotChecked(why)

/** @returns the finding @throws Error if the check fails */
export type Check = () => Promise<string | NotChecked> | string | NotChecked

/** Runs checks until one fails. Later checks are `not reached`. Never throws. */
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
