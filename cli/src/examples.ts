/** What `keywright dev --examples` begins with. The site's `requests/` make the file, and run every command on it. */

/** The text of a snapshot. */
export async function readExamples(): Promise<string> {
  const { default: snapshot } = await import('./examples.json', { with: { type: 'json' } })
  return JSON.stringify(snapshot)
}
