/** What a client really sent, from the server's request log, kept for the ledger. */
import { type CallName, calls } from '@keywright/contract'
import type { TestDev } from '@keywright/server/test'

interface Logged {
  readonly call: CallName | null
  readonly type: string | null
  readonly status: number
}

/** Versions that the server accepted from a client, by call. Queries have the one version `query`. */
export type AcceptedVersions = Partial<Record<CallName, readonly string[]>>

export interface Recorder {
  /**
   * Lets a client send, and notes what of it the server accepted.
   * @returns the client's answer, and its requests, oldest first
   */
  during<T>(send: () => Promise<T>): Promise<{ answer: T; requests: readonly Logged[] }>
  /** In the order of the contract. */
  accepted(): AcceptedVersions
}

export function createRecorder(dev: TestDev): Recorder {
  const seen = new Map<CallName, Set<string>>()
  return {
    async during(send) {
      await dev.remove('/dev/requests')
      const answer = await send()
      const { requests: newestFirst } = await dev.get<{ requests: Logged[] }>('/dev/requests?limit=500')
      const requests = newestFirst.reverse()
      for (const { call, type, status } of requests) {
        if (call === null || status !== 200) continue
        const versions = seen.get(call) ?? new Set()
        seen.set(call, versions.add(calls[call].kind === 'query' ? 'query' : type!))
      }
      return { answer, requests }
    },
    accepted: () =>
      Object.fromEntries(
        (Object.keys(calls) as CallName[]).flatMap((call) => {
          const versions = seen.get(call)
          return versions ? [[call, [...versions].sort()]] : []
        }),
      ),
  }
}
