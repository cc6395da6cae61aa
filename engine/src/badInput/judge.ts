/** Judges the answer to a bad request: is it what the catalogue says, and did it leave nothing behind. */
import { type ErrorBody, type ErrorCode, type ErrorEntry, errors, grpcStatus } from '@keywright/contract'
import type { Store } from '../store/store.ts'

/** Messages quote what was sent, but not at any length; the longest list the names of an enumeration. */
const MAX_BODY_LENGTH = 16_384

/** A store that counts its commits: a refused request makes none. */
export function counting(store: Store): Store & { readonly commits: () => number } {
  let commits = 0
  return {
    ...store,
    commits: () => commits,
    commit: (commit) => {
      commits++
      return store.commit(commit)
    },
  }
}

export interface Expected {
  readonly codes: readonly ErrorCode[]
  readonly field?: string | undefined
}

/**
 * What is wrong with an answer, in a few words; undefined when it is as it should be.
 * @param secrets texts that no answer may hold
 */
export async function complaintAbout(
  response: Response,
  { codes, field }: Expected,
  secrets: readonly string[],
): Promise<string | undefined> {
  const text = await response.text()
  const short = `${response.status} ${text.slice(0, 300)}`
  if (response.status === 200) return `it was accepted: ${short}`
  if (response.headers.get('content-type') !== 'application/json') return `not JSON: ${short}`
  if (text.length > MAX_BODY_LENGTH) return `the answer has ${text.length} characters: ${short}`
  const body = JSON.parse(text) as ErrorBody
  if (Object.keys(body).join() !== 'code,message,details' || !Array.isArray(body.details)) {
    return `another shape: ${short}`
  }
  const detail = body.details.find((one) => 'errorCode' in one)
  const code = detail && 'errorCode' in detail ? detail.errorCode : undefined
  if (code === undefined || !Object.hasOwn(errors, code)) return `no code of the catalogue: ${short}`
  const entry: ErrorEntry = errors[code]
  if (response.status !== (entry.http ?? grpcStatus[entry.grpc].http)) return `another status: ${short}`
  if (body.code !== grpcStatus[entry.grpc].code) return `another gRPC code: ${short}`
  if (!codes.includes(code)) return `${code} instead of ${codes.join(' or ')}: ${short}`
  if (/\{\w+\}|undefined|\[object|\n\s+at /.test(body.message)) return `an unfinished message: ${short}`
  if (field !== undefined && !fieldsOf(body).includes(field)) return `${field} is not blamed: ${short}`
  const leaked = secrets.find((secret) => text.includes(secret))
  if (leaked !== undefined) return `a secret is in it: ${short}`
  return undefined
}

const fieldsOf = ({ details }: ErrorBody): string[] =>
  details.flatMap((detail) =>
    'fieldViolations' in detail ? detail.fieldViolations.map(({ field }) => field) : [],
  )
