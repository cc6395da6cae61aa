/**
 * Errors that no request from a page can end in, and why. Every other one of the catalogue has a cause in `causes`:
 * the compiler holds the two to each other.
 */
import type { ErrorCode } from '@keywright/contract'

const HTTP_READER =
  'a browser writes the HTTP of its requests itself, and correctly; a server’s socket answers this'

export const UNCAUSABLE = {
  NUMBER_MALFORMED: 'no call has a member of this kind today',
  SECRET_PUBLIC: 'the sandbox takes in test values; a server that holds real keys refuses them',
  RATE_LIMITED: 'a server counts requests; the sandbox has one reader and no limit',
  HOST_NOT_ALLOWED:
    'a server compares the host that was asked for; the sandbox has no network and no host name',
  ORIGIN_NOT_ALLOWED: 'a server compares the page that asks; the sandbox belongs to this page',
  HTTP_MALFORMED: HTTP_READER,
  HTTP_ADDRESS_MALFORMED: HTTP_READER,
  HTTP_TIMEOUT: 'it takes a connection that stays slow; the sandbox is reached without one',
  HTTP_HEADERS_TOO_LARGE: 'a server’s socket limits headers; the sandbox is reached without one',
  HTTP_EXPECTATION_UNKNOWN: 'browsers do not let a page send the header `Expect`',
  SHARE_REFUSED: 'shares unseal a server; the sandbox is never sealed',
  SEALED: 'a server waits for its root secret; the sandbox makes its own at the start',
  NOT_BUILT: 'every call is built',
  INTERNAL: 'it takes a fault of the engine itself, and no request is known to meet one',
  STORE_UNAVAILABLE: 'it takes a database that is down; the sandbox keeps its rows in this browser',
} as const satisfies Partial<Record<ErrorCode, string>>

export type CausableCode = Exclude<ErrorCode, keyof typeof UNCAUSABLE>

/** Why a page cannot cause an error; undefined when it can. */
export const whyUncausable = (code: string): string | undefined =>
  Object.hasOwn(UNCAUSABLE, code) ? UNCAUSABLE[code as keyof typeof UNCAUSABLE] : undefined
