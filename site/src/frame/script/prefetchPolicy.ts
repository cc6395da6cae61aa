/** The relevant part of the Network Information API, which some browsers lack. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** Whether to prefetch: not on 2g and not when saving data. */
export function mayPrefetch(connection = presentConnection()): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

const presentConnection = (): Connection | undefined => (navigator as { connection?: Connection }).connection
