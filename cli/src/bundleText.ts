/** The bundle that a command is given: itself, or inside the answer that brought it, as `request --json` prints it. */
import { parseJson } from '@keywright/keys'

/** @returns the text itself unless it is an answer with a bundle; a repeated member makes it none */
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
