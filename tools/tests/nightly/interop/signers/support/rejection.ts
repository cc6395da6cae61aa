/** The error of a promise that must fail. */
export async function rejectionOf(attempt: Promise<unknown>): Promise<Error> {
  const error = await attempt.then(
    (answer) => new Error(`not rejected, answered ${String(answer)}`),
    (error: unknown) => error,
  )
  if (!(error instanceof Error)) throw new Error(`rejected with ${String(error)} instead of an Error`)
  return error
}
