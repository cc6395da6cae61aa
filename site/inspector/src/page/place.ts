/** The open place as a URL fragment: `#requests/4f0c…`. */
import type { Place } from '../live.ts'

export const formatPlace = ({ section, id }: Place): string =>
  id === undefined ? `#${section}` : `#${section}/${encodeURIComponent(id)}`

/** Never throws. The console shows an unknown section as the first one. */
export function parsePlace(fragment: string): Place {
  const [, section = '', id] = /^#?([^/]*)(?:\/(.+))?$/.exec(fragment) ?? []
  return id === undefined ? { section } : { section, id: decode(id) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
