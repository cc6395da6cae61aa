/** Where a client plays: a development server with a furnished world, a receiver of webhooks, a recorder. */
import type { World } from '@keywright/engine/callCoverage/world'
import { startTestDev, type TestDev } from '@keywright/server/test'
import { createDevWorld } from './devWorld.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export interface Stage {
  readonly dev: TestDev
  readonly world: World
  readonly receiver: Receiver
  readonly recorder: Recorder
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const receiver = await startReceiver()
  const dev = await startTestDev()
  return {
    dev,
    world: await createDevWorld(dev, receiver.url),
    receiver,
    recorder: createRecorder(dev),
    async close() {
      await dev.close()
      await receiver.close()
    },
  }
}
