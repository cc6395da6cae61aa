/** Runs a part of the script. An error is reported and doesn't stop the others. */
export function attempt(name: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    // Report like an uncaught error, for error monitoring.
    reportError(new Error(`shell part \`${name}\` failed`, { cause: error }))
  }
}
