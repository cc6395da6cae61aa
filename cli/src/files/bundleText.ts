/** Reads a bundle that was passed alone or inside a response, as `request --json` prints it. */
import { parseJson } from '@keywright/keys'

/** @returns the bundle in a response, else the text itself, also for JSON with duplicate keys */
export function bundleIn(text: string): string {
  const [result] = Object.values(Object(Object(Object(parsed(text)).activity).result))
  const bundle = Object.entries(Object(result)).find(([name]) => /bundle$/i.test(name))?.[1]
  return typeof bundle === 'string' ? bundle : text
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
