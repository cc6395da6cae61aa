/** Reads a request body and keeps its bytes, because stamps and fingerprints cover them. */
import { ApiError, limits } from '@keywright/contract'
import { DuplicateMemberError, NestingError, parseJson, parseUtf8 } from '@keywright/keys'
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
  let json: unknown
  try {
    json = parseJson(text, limits.bodyDepth)
  } catch (error) {
    if (error instanceof NestingError) throw new ApiError('BODY_TOO_DEEP', { limit: limits.bodyDepth })
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
