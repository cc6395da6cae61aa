/** The messages of an error and of its causes, outermost first. Stops at circular causes. */
export function causeMessages(error: unknown): string[] {
  const seen = new Set<unknown>()
  const messages: string[] = []
  for (let at = error; at !== undefined && at !== null && !seen.has(at); at = (at as Error).cause) {
    seen.add(at)
    messages.push(at instanceof Error ? at.message : String(at))
  }
  return messages
}
