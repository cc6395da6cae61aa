/** Counts, in the Prometheus text format (version 0.0.4). */

export interface Metrics {
  countRequest(call: string | undefined, status: number, milliseconds: number): void
  /** A try to hand over a mail or a text message. */
  countMessage(kind: string, outcome: string): void
  /** @param gauges further values of the moment */
  toText(gauges: Readonly<Record<string, number>>): string
}

/** Upper bounds of the time buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const messages = new Map<string, number>()
  const buckets = BOUNDS.map(() => 0)
  let count = 0
  let sum = 0
  return {
    countRequest(call, status, milliseconds) {
      add(requests, `call="${call ?? 'unknown'}",status="${status}"`)
      const seconds = milliseconds / 1000
      BOUNDS.forEach((bound, n) => {
        if (seconds <= bound) buckets[n]!++
      })
      count++
      sum += seconds
    },
    countMessage: (kind, outcome) => add(messages, `kind="${kind}",outcome="${outcome}"`),
    toText(gauges) {
      const lines = [
        ...counter('keywright_requests_total', requests),
        ...counter('keywright_messages_total', messages),
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

const add = (counts: Map<string, number>, labels: string) =>
  void counts.set(labels, (counts.get(labels) ?? 0) + 1)

const counter = (name: string, counts: ReadonlyMap<string, number>) => [
  `# TYPE ${name} counter`,
  ...[...counts].sort().map(([labels, value]) => `${name}{${labels}} ${value}`),
]
