/** The bundle that a command is given: itself, or inside the answer that brought it, as `request --json` prints it. */

/** @returns the text as it stands where it is no answer with a bundle */
export function bundleIn(text: string): string {
  const [result] = Object.values(Object(Object(Object(parsed(text)).activity).result))
  const bundle = Object.entries(Object(result)).find(([name]) => /bundle$/i.test(name))?.[1]
  return typeof bundle === 'string' ? bundle : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
