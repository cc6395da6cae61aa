/** Messages between the page and the isolated worker. The page validates each one: see `readMessage`. */

export type ToReader =
  | {
      readonly kind: 'load'
      /** Sources of modules in any order, which register themselves. */
      readonly scripts: readonly string[]
      /** Modules to evaluate before the run. */
      readonly ahead: readonly string[]
    }
  | {
      readonly kind: 'begin'
      /** Sources: missing modules in any order, which register themselves, and last the reader's code. */
      readonly scripts: readonly string[]
      readonly env: Readonly<Record<string, string>>
    }
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      readonly body: ArrayBuffer | null
    }
  | { readonly kind: 'broken'; readonly id: number; readonly message: string }

export const CONSOLE_LEVELS = ['debug', 'error', 'info', 'log', 'warn'] as const
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number]

export type FromReader =
  | { readonly kind: 'pong' }
  | { readonly kind: 'console'; readonly level: ConsoleLevel; readonly text: string; readonly line?: number }
  | {
      readonly kind: 'fetch'
      readonly id: number
      readonly method: string
      readonly url: string
      readonly headers: readonly (readonly [string, string])[]
      readonly body: ArrayBuffer | null
      readonly line?: number
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'threw'; readonly text: string }

const MAX_TEXT = 16_384
const MAX_URL = 2_048
const MAX_HEADERS = 50
const MAX_HEADER_TEXT = 32_768
/** Above the API's limit, so that the API itself rejects bodies that are too large. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

/**
 * Validates a message of the isolated worker member by member, because the reader's code can send anything.
 * @returns undefined for an invalid message
 */
export function readMessage(data: unknown): FromReader | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const own = (name: string): unknown =>
    Object.hasOwn(data, name) ? (data as Record<string, unknown>)[name] : undefined
  switch (own('kind')) {
    case 'pong':
      return { kind: 'pong' }
    case 'done':
      return { kind: 'done' }
    case 'threw':
      return { kind: 'threw', text: textOf(own('text')) }
    case 'console': {
      const level = CONSOLE_LEVELS.find((known) => known === own('level')) ?? 'log'
      return { kind: 'console', level, text: textOf(own('text')), ...lineOf(own('line')) }
    }
    case 'fetch':
      return readFetch(own)
    default:
      return undefined
  }
}

function readFetch(own: (name: string) => unknown): FromReader | undefined {
  const [id, method, url, headers, body, line] = ['id', 'method', 'url', 'headers', 'body', 'line'].map(own)
  if (!Number.isSafeInteger(id)) return undefined
  if (typeof method !== 'string' || !/^[A-Z]{3,7}$/.test(method)) return undefined
  if (typeof url !== 'string' || url.length > MAX_URL) return undefined
  if (!Array.isArray(headers) || headers.length > MAX_HEADERS || !headers.every(isHeader)) return undefined
  if (body !== null && !(body instanceof ArrayBuffer && body.byteLength <= MAX_BODY_BYTES)) return undefined
  return {
    kind: 'fetch',
    id: id as number,
    method,
    url,
    headers: headers.map(([name, value]) => [name, value] as const),
    body,
    ...lineOf(line),
  }
}

/** The line of the code that printed or requested, starting at 1. Only the browser's stack traces tell it. */
const lineOf = (value: unknown): { line?: number } =>
  Number.isSafeInteger(value) && (value as number) > 0 ? { line: value as number } : {}

const isHeader = (entry: unknown): entry is [string, string] =>
  Array.isArray(entry) &&
  entry.length === 2 &&
  entry.every((part) => typeof part === 'string' && part.length <= MAX_HEADER_TEXT)

const textOf = (value: unknown): string =>
  typeof value !== 'string' ? '' : value.length <= MAX_TEXT ? value : `${value.slice(0, MAX_TEXT)} …`
