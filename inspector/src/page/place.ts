/** What is open, as the fragment of an address: `#requests/4f0c…`. */
import type { Place } from '../live.ts'

export const formatPlace = ({ section, id }: Place): string =>
  id === undefined ? `#${section}` : `#${section}/${encodeURIComponent(id)}`

/** Whatever stands there: an unknown section is shown as the first one. */
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
