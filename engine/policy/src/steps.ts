/** Runs work in steps without a pause. */
export function finishSteps<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
