/** JSON from callers. RFC 8259 doesn't define duplicate members, so two readers of the same bytes can disagree. */

/** An object in the text has two members with the same name. */
export class DuplicateMemberError extends SyntaxError {
  override readonly name = 'DuplicateMemberError'
  readonly member: string

  constructor(member: string) {
    super(`member \`${member}\` appears more than once in one object`)
    this.member = member
  }
}

export class NestingError extends SyntaxError {
  override readonly name = 'NestingError'

  constructor(levels: number) {
    super(`it is nested deeper than ${levels} levels`)
  }
}

/**
 * Like `parseJson`, but integers that a number would round become bigints, as Python and Go write them.
 * @throws SyntaxError if the text is not JSON; DuplicateMemberError
 */
export function parseExactJson(text: string): unknown {
  const value = parseJson(text)
  // Match strings first, so that digits inside them stay unchanged. Shorter integers are exact.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (token) => {
    if (token.startsWith('"') || Number.isSafeInteger(Number(token))) return token
    if (token.length > MAX_DIGITS) throw new SyntaxError(`an integer has more than ${MAX_DIGITS} digits`)
    return `{"${MARK}":"${token}"}`
  })
  if (marked === text) return value
  if (text.includes(MARK)) throw new SyntaxError(`the name ${MARK} is reserved`)
  return JSON.parse(marked, (_, inner) => {
    const integer = (inner as { [MARK]?: string } | null)?.[MARK]
    return integer === undefined ? inner : BigInt(integer)
  })
}

const MARK = '$largeInteger'

/** More than 256 bits have. The time to read an integer grows faster than its length. */
const MAX_DIGITS = 100

/** Far more than any request has: reading deep values, and many members, takes much longer than other text. */
const MAX_DEPTH = 1_000
/** The largest contract interface can have 33,000. */
const MAX_MEMBERS = 36_000

/**
 * Like `JSON.parse`, but rejects duplicate members, more than 36,000 members, and deeper values. Names are compared after
 * resolving escapes.
 * @throws SyntaxError if the text is not JSON; DuplicateMemberError; NestingError
 */
export function parseJson(text: string, maxDepth = MAX_DEPTH): unknown {
  const twice = findTwice(text, maxDepth)
  const value: unknown = JSON.parse(text)
  if (twice) throw twice
  return value
}

/**
 * The first duplicate member.
 * @param text may be no JSON; then the result means nothing
 * @throws NestingError; SyntaxError if it has too many members
 */
function findTwice(text: string, maxDepth: number): DuplicateMemberError | undefined {
  let twice: DuplicateMemberError | undefined
  /** Names of the enclosing objects; undefined for lists. */
  const around: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let isName = false
  let members = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at)
        if (end < 0) return twice
        const name = isName ? nameOf(text, at, end) : undefined
        if (name !== undefined) {
          if (++members > MAX_MEMBERS) throw new SyntaxError(`it has more than ${MAX_MEMBERS} members`)
          if (names!.has(name)) twice ??= new DuplicateMemberError(name)
          names!.add(name)
        }
        isName = false
        at = end
        break
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (around.push(names) > maxDepth) throw new NestingError(maxDepth)
        isName = text.charCodeAt(at) === OPEN_BRACE
        names = isName ? new Set() : undefined
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        names = around.pop()
        isName = false
        break
      case COMMA:
        isName = names !== undefined
    }
  }
  return twice
}

function nameOf(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end)
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : raw
}

/** Position of the quote that closes the string opened at `start`, or -1 if the string isn't closed. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return end
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
