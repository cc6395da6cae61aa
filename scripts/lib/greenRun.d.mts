/** @param now stands in for the clock in tests */
export function noteGreenRun(root: string, now?: Date): void
