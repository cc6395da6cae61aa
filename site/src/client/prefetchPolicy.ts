/** The part of the browser's network information that matters here; absent where a browser has none. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** Fetching ahead is for readers who can afford it: not on 2g, not when saving data. */
export function mayPrefetch(connection = presentConnection()): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

const presentConnection = (): Connection | undefined => (navigator as { connection?: Connection }).connection
