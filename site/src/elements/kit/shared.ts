/** Shares choices in the URL: `#quorum-simulator=threshold-2.marks-ols`. Never put secrets there. */

/** Reads the element's choices from the URL. Undefined for another element or a damaged link. */
export function readShared(
  id: string,
  fragment = location.hash,
): Readonly<Record<string, string>> | undefined {
  const text = fragment.startsWith(`#${id}=`) ? fragment.slice(id.length + 2) : ''
  const pairs = text.split('.').map((pair) => /^([a-zA-Z]+)-([\w-]*)$/.exec(pair))
  if (text.length > 500 || pairs.some((pair) => pair === null)) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]))
}

/** @param choices names of letters, values of letters, digits, `-` and `_` */
export function linkTo(id: string, choices: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(choices).map(([name, value]) => `${name}-${value}`)
  return `${location.origin}${location.pathname}#${id}=${pairs.join('.')}`
}
