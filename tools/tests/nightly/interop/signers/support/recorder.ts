/** Records the requests of a signer and compares them with the list. */
import { expect } from 'vitest'
import {
  type ClientKind,
  type ProvenCall,
  type SignerAlias,
  signersProven,
} from '../../../../../../site/ledger/signers.ts'
import { installed } from '../../support/installed.ts'
import { type Received, world } from './signerWorld.ts'

type Seen = Omit<ProvenCall, 'through' | 'note' | 'version'> & { readonly through: ClientKind }

export interface SignerRecorder {
  /**
   * Lets a signer work, and notes its requests under the name of the call. Those are returned, polling left out.
   * A signer's error is returned, not thrown.
   */
  during<T>(
    what: { readonly client: SignerAlias; readonly through: ClientKind; readonly call: string },
    send: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly error: unknown; readonly requests: readonly Received[] }>
  /** The same for calls of one client that must succeed. */
  sender(
    client: SignerAlias,
    through: ClientKind,
  ): <T>(
    call: string,
    send: () => Promise<T>,
  ) => Promise<{ readonly answer: T; readonly requests: readonly Received[] }>
  /** Compares the recorded requests and the version with the list. */
  expectProven(...clients: readonly SignerAlias[]): void
}

export function createSignerRecorder(): SignerRecorder {
  const seen: Seen[] = []
  const recorder: SignerRecorder = {
    async during({ client, through, call }, send) {
      const { answer, requests: all } = await world.during(() =>
        send().then(
          (answer) => ({ answer, error: undefined }),
          (error: unknown) => ({ answer: undefined as never, error }),
        ),
      )
      const requests = all.filter((request) => request.call !== 'get_activity')
      for (const request of requests) {
        seen.push({ client, through, call, ...outlineOf(request) })
      }
      return { ...answer, requests }
    },
    sender: (client, through) => async (call, send) => {
      const { error, ...sent } = await recorder.during({ client, through, call }, send)
      if (error) throw error
      return sent
    },
    expectProven(...clients) {
      for (const client of clients) {
        const rows = signersProven.filter((row) => row.client === client)
        expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([installed(client).version]))
        const listed = rows.flatMap(({ note: _note, version: _version, through, ...row }) =>
          through.map((kind) => ({ ...row, through: kind })),
        )
        expect(sortedTexts(seen.filter((one) => one.client === client))).toEqual(sortedTexts(listed))
      }
    },
  }
  return recorder
}

/** The request without the signed content. */
function outlineOf({ call, type, status, parameters = {} }: Received) {
  return {
    apiCall: call,
    activityType: type,
    asks: ['encoding', 'hashFunction', 'type'].flatMap((name) => parameters[name] ?? []),
    answer: status === 200 ? ('accepted' as const) : ('refused' as const),
  }
}

/** Removes duplicates. */
function sortedTexts(rows: readonly Seen[]): string[] {
  const texts = rows.map(({ client, through, call, apiCall, activityType, asks, answer }) =>
    [client, through, call, apiCall, activityType ?? 'query', answer, ...asks].join(' '),
  )
  return [...new Set(texts)].sort()
}
