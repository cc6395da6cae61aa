/** Reads a request body and keeps its bytes, because stamps and fingerprints cover them. */
import { ApiError, limits } from '@keywright/contract'
import { DuplicateMemberError, parseJson, parseUtf8 } from '@keywright/keys'
import { readBytes } from './readBytes.ts'

export interface RequestBody {
  readonly bytes: Uint8Array
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
}

/**
 * @param limit of the call
 * @throws ApiError 400 if the body is too large, too deep, not UTF-8, not JSON, not an object or repeats a member
 */
export async function readBody(request: Request, limit: number): Promise<RequestBody> {
  const bytes = await readBytes(request, limit)
  const text = decodeUtf8(bytes)
  assertDepth(text)
  let json: unknown
  try {
    json = parseJson(text)
  } catch (error) {
    if (error instanceof DuplicateMemberError)
      throw new ApiError('MEMBER_DUPLICATE', { member: error.member.slice(0, 64) })
    throw new ApiError('BODY_MALFORMED', { reason: 'its text is not JSON' }, { cause: error })
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new ApiError('BODY_NOT_OBJECT')
  }
  return { bytes, text, json: json as Record<string, unknown> }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return parseUtf8(bytes, 'body')
  } catch {
    throw new ApiError('BODY_MALFORMED', { reason: 'its bytes are not UTF-8' })
  }
}

/** Counts brackets outside of strings before parsing, so that no parser or visitor recurses too deeply. */
function assertDepth(text: string): void {
  // The nesting can't be deeper than the number of brackets, which is small in almost every body.
  if (!hasMore(text, limits.bodyDepth)) return
  let depth = 0
  let inString = false
  for (let n = 0; n < text.length; n++) {
    const character = text.charCodeAt(n)
    if (inString) {
      if (character === BACKSLASH) n++
      else if (character === QUOTE) inString = false
    } else if (character === QUOTE) inString = true
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      if (++depth > limits.bodyDepth) throw new ApiError('BODY_TOO_DEEP', { limit: limits.bodyDepth })
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth--
  }
}

/** Whether the text has more than `most` opening brackets, including those in strings. */
function hasMore(text: string, most: number): boolean {
  let left = most
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (--left < 0) return true
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
