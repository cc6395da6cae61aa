/** An in-memory engine in this process, with a clock that only stories advance. */
import { createEngine, createMemoryStore, type Mail, type Sms, type WebhookDelivery } from '@keywright/engine'
import { createIssuer, fakeClock, seededRandom } from '@keywright/engine/test'
import type { Host } from './host.ts'
import { tamper } from './tamper.ts'

/** @param seed determines IDs and keys */
export async function createInProcessHost(seed: string): Promise<Host> {
  const clock = fakeClock()
  const mails: Mail[] = []
  const messages: Sms[] = []
  const deliveries: WebhookDelivery[] = []
  const faults: unknown[] = []
  let failures = 0
  const issuer = await createIssuer({ now: () => Math.floor(clock() / 1000) })
  const store = createMemoryStore()
  const engine = createEngine({
    store,
    clock,
    random: seededRandom(`${seed} engine`),
    rootSecret: seededRandom(`${seed} root secret`)(32),
    mail: async (mail) => void mails.push(mail),
    sms: async (sms) => void messages.push(sms),
    async webhook(delivery) {
      deliveries.push(delivery)
      if (failures-- > 0) throw new Error('503')
      failures = 0
    },
    fetch: issuer.fetch,
    log: (_errorId, error) => void faults.push(error),
    settings: { messageLinkOrigins: ['https://app.example.com'] },
  })
  const afterDelivery = async <T>(sent: readonly T[]) => {
    await engine.idle()
    await engine.deliver()
    return [...sent]
  }
  return {
    handle: engine.handle,
    now: clock,
    advance: clock.advance,
    random: seededRandom(`${seed} clients`),
    createOrganization: engine.createOrganization,
    verifyJournal: engine.verifyJournal,
    signerPublicKey: engine.signerPublicKey,
    mails: () => afterDelivery(mails),
    messages: () => afterDelivery(messages),
    deliveries: () => afterDelivery(deliveries),
    webhookReceiver: 'https://hooks.example.com',
    issuer,
    failDeliveries: (times) => void (failures = times),
    tamper: (organizationId, how) => tamper(store, organizationId, how),
    faults,
  }
}
