/** Work that is done in steps, so that others can be served between them. */

/** All steps at one go. */
export function finishSteps<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
