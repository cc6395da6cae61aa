/** A client of an engine in this process. */

import { createTestEngine, type TestEngine } from '@keywright/engine/test'
import { ApiKeyStamper } from '../src/apiKey/index.ts'
import { type ConnectionConfig, KeywrightClient, type Stamper } from '../src/index.ts'

export interface TestClient {
  readonly engine: TestEngine
  readonly organizationId: string
  readonly rootUserId: string
  readonly stamper: Stamper
  readonly client: KeywrightClient
  /** Bodies that were sent. */
  readonly sent: string[]
  /** Milliseconds that the client waited. */
  readonly waits: number[]
  /** Another client of the same organization. `answer` can replace the engine. */
  another(
    config?: Partial<ConnectionConfig>,
    stamper?: Stamper,
    answer?: (request: Request, next: () => Promise<Response>) => Promise<Response>,
  ): KeywrightClient
}

export const BASE_URL = 'https://engine.example.com'

/** The clock advances only while the client waits. */
export async function createTestClient(seed = 'client'): Promise<TestClient> {
  const engine = createTestEngine(seed)
  const { organizationId, rootUserId, rootKey } = await engine.organization()
  const stamper = new ApiKeyStamper({ apiPublicKey: rootKey.publicKey, apiPrivateKey: rootKey.privateKey })
  const sent: string[] = []
  const waits: number[] = []
  const another: TestClient['another'] = (config, own = stamper, answer = (_request, next) => next()) =>
    new KeywrightClient(
      {
        baseUrl: BASE_URL,
        organizationId,
        now: engine.clock,
        async sleep(milliseconds, signal) {
          waits.push(milliseconds)
          engine.clock.advance({ milliseconds })
          signal?.throwIfAborted()
        },
        async fetch(request) {
          sent.push(await request.clone().text())
          return answer(request, () => engine.handle(request))
        },
        ...config,
      },
      own,
    )
  return { engine, organizationId, rootUserId, stamper, client: another(), sent, waits, another }
}
