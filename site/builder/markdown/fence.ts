/** The info string of a code fence: language, title, marked lines, flags and named values. */

export interface Fence {
  readonly lang: string
  readonly code: string
  readonly title: string | undefined
  /** Marked lines, starting at 1. */
  readonly marks: ReadonlySet<number>
  /** Words without a value, such as `invalid` or `sequence`. */
  readonly flags: readonly string[]
  /** `name=value` and `name="value"`, except the title. */
  readonly values: Readonly<Record<string, string>>
  /** The unrecognized rest of the info string. */
  readonly rest: string
  /** Line of the opening fence in the file. */
  readonly line: number
}

const META_PART = /([\w-]+)="([^"]*)"|([\w-]+)=([^\s"]\S*)|\{([\d,\s-]+)\}|([\w-]+)/g

/** Parses the info string after the three backticks. */
export function parseFence(lang: string, meta: string, code: string, line: number): Fence {
  const flags: string[] = []
  const values: Record<string, string> = {}
  const marks = new Set<number>()
  for (const [, quoted, quotedValue, bare, bareValue, lines, flag] of meta.matchAll(META_PART)) {
    if (quoted !== undefined) values[quoted] = quotedValue!
    else if (bare !== undefined) values[bare] = bareValue!
    else if (lines !== undefined) for (const mark of parseMarks(lines)) marks.add(mark)
    else if (flag !== undefined) flags.push(flag)
  }
  const { title, ...others } = values
  const rest = meta.replace(META_PART, '').trim()
  return { lang, code, title, marks, flags, values: others, rest, line }
}

/** `2,4-5` → 2, 4, 5. */
function parseMarks(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from, to] = part.split('-').map(Number)
    if (from === undefined || Number.isNaN(from)) return []
    return Array.from({ length: (to ?? from) - from + 1 }, (_, index) => from + index)
  })
}
