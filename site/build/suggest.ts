/** "Did you mean …?": the known name that is nearest to a mistyped one. */
import { nearestWord } from '@keywright/policy'

/** ` (did you mean \`x\`?)` when a known name is near, else an empty text. */
export function suggestion(name: string, known: Iterable<string>): string {
  // A third of the letters may differ: routes are long, and a slip in each of their parts is one.
  const nearest = nearestWord(name, known, Math.floor(name.length / 3))
  return nearest === undefined ? '' : ` (did you mean \`${nearest}\`?)`
}
