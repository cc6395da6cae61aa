/** Judges the response to a bad request: it must match the error catalog and leave no trace. */
import { type ErrorBody, type ErrorCode, type ErrorEntry, errors, grpcStatus } from '@keywright/contract'
import type { Store } from '../../src/store/store.ts'

/** Upper bound of error bodies: messages quote input only up to a length; the longest list the names of an enum. */
const MAX_BODY_LENGTH = 16_384

/** A store that counts its commits: a rejected request makes none. */
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

export interface Verdict {
  /** The error's name in the catalog, if it has one. */
  readonly code?: ErrorCode | undefined
  /** What is wrong with the response, in a few words. */
  readonly complaint?: string | undefined
}

/** Judges the response to a bad request. @param secrets texts that must not appear in any response */
export async function judge(
  response: Response,
  expected: Expected,
  secrets: readonly string[],
): Promise<Verdict> {
  const text = await response.text()
  const short = `${response.status} ${text.slice(0, 300)}`
  if (response.status === 200) return { complaint: `it was accepted: ${short}` }
  if (response.headers.get('content-type') !== 'application/json') return { complaint: `not JSON: ${short}` }
  const body = JSON.parse(text) as ErrorBody
  const detail = body.details?.find((one) => 'errorCode' in one)
  const code = detail && 'errorCode' in detail ? detail.errorCode : undefined
  if (code === undefined || !Object.hasOwn(errors, code)) {
    return { complaint: `no code of the catalogue: ${short}` }
  }
  const leaked = secrets.some((secret) => text.includes(secret)) ? 'a secret is in it' : undefined
  const wrong =
    leaked ?? misshapen(body, text) ?? misfit(response.status, code, body) ?? unlike(code, body, expected)
  return { code, complaint: wrong && `${wrong}: ${short}` }
}

function misshapen(body: ErrorBody, text: string): string | undefined {
  if (text.length > MAX_BODY_LENGTH) return `the answer has ${text.length} characters`
  if (Object.keys(body).join() !== 'code,message,details') return 'another shape'
  // A placeholder without a value; `{{code}}` is excluded because messages explain what a template must contain.
  if (/(?<!\{)\{\w+\}|undefined|\[object|\n\s+at /.test(body.message)) return 'an unfinished message'
  return undefined
}

function misfit(status: number, code: ErrorCode, body: ErrorBody): string | undefined {
  const entry: ErrorEntry = errors[code]
  const { code: grpc, http } = grpcStatus[entry.grpc]
  if (status !== (entry.http ?? http)) return 'another status'
  return body.code === grpc ? undefined : 'another gRPC code'
}

function unlike(code: ErrorCode, body: ErrorBody, { codes, field }: Expected): string | undefined {
  if (!codes.includes(code)) return `${code} instead of ${codes.join(' or ')}`
  if (field === undefined || fieldsOf(body).includes(field)) return undefined
  return `${field} is not blamed`
}

const fieldsOf = ({ details }: ErrorBody): string[] =>
  details.flatMap((detail) =>
    'fieldViolations' in detail ? detail.fieldViolations.map(({ field }) => field) : [],
  )
