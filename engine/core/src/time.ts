/** Timestamps in the API's format. */

/** Seconds and nanos as decimal strings; nanos is always `0`, as everywhere in this API. */
export function toTimestamp(ms: number): { seconds: string; nanos: string } {
  return { seconds: String(Math.floor(ms / 1000)), nanos: '0' }
}
