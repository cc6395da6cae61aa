/** "Did you mean …?" for mistyped names. */
import { nearestWord } from '@keywright/policy'

/** Returns ` (did you mean \`x\`?)` for a similar name, or else an empty string. */
export function suggestion(name: string, known: Iterable<string>): string {
  // Up to a third of the letters may differ, because long routes can have a typo in every part.
  const nearest = nearestWord(name, known, Math.floor(name.length / 3))
  return nearest === undefined ? '' : ` (did you mean \`${nearest}\`?)`
}
