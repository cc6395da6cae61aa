/** Counts, in the Prometheus text format (version 0.0.4). */

export interface Metrics {
  countRequest(call: string | undefined, status: number, milliseconds: number): void
  /** @param gauges further values of the moment */
  toText(gauges: Readonly<Record<string, number>>): string
}

/** Upper bounds of the time buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const buckets = BOUNDS.map(() => 0)
  let count = 0
  let sum = 0
  return {
    countRequest(call, status, milliseconds) {
      const labels = `call="${call ?? 'unknown'}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      const seconds = milliseconds / 1000
      BOUNDS.forEach((bound, n) => {
        if (seconds <= bound) buckets[n]!++
      })
      count++
      sum += seconds
    },
    toText(gauges) {
      const lines = [
        '# TYPE keywright_requests_total counter',
        ...[...requests].sort().map(([labels, value]) => `keywright_requests_total{${labels}} ${value}`),
        '# TYPE keywright_request_seconds histogram',
        ...BOUNDS.map((bound, n) => `keywright_request_seconds_bucket{le="${bound}"} ${buckets[n]}`),
        `keywright_request_seconds_bucket{le="+Inf"} ${count}`,
        `keywright_request_seconds_sum ${sum}`,
        `keywright_request_seconds_count ${count}`,
      ]
      for (const [name, value] of Object.entries(gauges)) {
        lines.push(`# TYPE keywright_${name} gauge`, `keywright_${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
