/** One request to the allowed origin, and why there is no answer when there is none. */
import {
  MAX_ANSWER_BYTES,
  type RelayAnswer,
  type RelayFailure,
  type RelayRequest,
  TIMEOUT_MS,
} from '../messages.ts'

export interface SendPorts {
  readonly fetch: typeof fetch
  readonly isOnline: () => boolean
  /** A signal that aborts with a `TimeoutError`. */
  readonly timeout: (milliseconds: number) => AbortSignal
}

export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly failure: RelayFailure
  constructor(failure: RelayFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Calls of the API and nothing else. */
const CALL = /\/public\/v1\/(?:query|submit)\/[a-z0-9_]+$/
const STAMP = /^x-(?:stamp|stamp-webauthn|session)$/i

/**
 * Posts without cookies, referrer or cache, follows no redirect.
 * @param allowed the one origin that the reader allowed
 * @throws RelayError
 */
export async function send(request: RelayRequest, allowed: string, ports: SendPorts): Promise<RelayAnswer> {
  const { url, header, body } = request
  if (!isCall(request, allowed)) throw new RelayError('NOT_ALLOWED')
  try {
    const response = await ports.fetch(url, {
      method: 'POST',
      headers: { [header.name]: header.value, 'content-type': 'application/json' },
      body,
      ...BARE,
      signal: ports.timeout(TIMEOUT_MS),
    })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw new RelayError('REDIRECTED')
    return {
      status: response.status,
      contentType: (response.headers.get('content-type') ?? '').split(';')[0]!.trim(),
      requestId: response.headers.get('x-request-id'),
      text: await readText(response),
    }
  } catch (error) {
    if (error instanceof RelayError) throw error
    if (error instanceof Error && error.name === 'TimeoutError') throw new RelayError('TIMEOUT')
    throw new RelayError(await reasonOf(allowed, ports))
  }
}

const BARE = {
  mode: 'cors',
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'manual',
  referrerPolicy: 'no-referrer',
} as const satisfies RequestInit

function isCall({ url, header, body }: RelayRequest, allowed: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, pathname, search, hash, username, password } = new URL(url)
  return (
    origin === allowed &&
    CALL.test(pathname) &&
    `${search}${hash}${username}${password}` === '' &&
    STAMP.test(header.name) &&
    typeof header.value === 'string' &&
    typeof body === 'string'
  )
}

/** A browser tells a script no more than "failed". Whether anything answers there is asked without reading it. */
async function reasonOf(allowed: string, { fetch, isOnline, timeout }: SendPorts): Promise<RelayFailure> {
  try {
    // Without CORS there is no other way than to follow; the narrowed policy stops what leads elsewhere.
    const probe = { ...BARE, mode: 'no-cors', redirect: 'follow', signal: timeout(TIMEOUT_MS) } as const
    await fetch(`${allowed}/health`, probe)
    return 'UNREADABLE'
  } catch {
    return isOnline() ? 'UNREACHABLE' : 'OFFLINE'
  }
}

/** @throws RelayError `TOO_LARGE` */
async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel()
      throw new RelayError('TOO_LARGE')
    }
    text += decoder.decode(value, { stream: true })
  }
}
