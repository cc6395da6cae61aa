/** Generates load: stamped submits and queries on several concurrent lanes. */
import { createStamp, toStampHeader, toUtf8 } from '@keywright/keys'

const LANES = 4
/** Number of wallets to create: three loads stay below the limit of 100 per organization. Then the lanes only read. */
const MOST_WALLETS = 30

export interface LoadSettings {
  readonly organizationId: string
  readonly apiPrivateKey: string
}

export interface Load {
  /** Sends later requests to these servers in turn. */
  sendTo(urls: readonly string[]): void
  /** Names of the wallets whose creation was confirmed. */
  readonly created: readonly string[]
  /** Errors of failed requests. */
  readonly failures: readonly string[]
  /** Resolves after this number of further responses. */
  answers(count: number): Promise<void>
  /** Stops the load and resolves when all requests are answered. */
  stop(): Promise<void>
}

/** @param name prefix of the wallet names */
export function startLoad(name: string, settings: LoadSettings, first: readonly string[]): Load {
  let urls = first
  let asked = 0
  let wanted = 0
  let answered = 0
  let isStopped = false
  const created: string[] = []
  const failures: string[] = []

  /** Whether the call succeeded. */
  async function call(path: string, body: object): Promise<boolean> {
    const url = urls[asked++ % urls.length]!
    const text = JSON.stringify({ organizationId: settings.organizationId, ...body })
    const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(text), settings.apiPrivateKey)
    try {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-stamp': toStampHeader(stamp) },
        body: text,
      })
      const answer = await response.text()
      const isGood = response.ok && !/ACTIVITY_STATUS_(?!COMPLETED)/.test(answer)
      if (!isGood) failures.push(`${url}: ${answer}`)
      return isGood
    } catch (error) {
      failures.push(`${url}: ${(error as Error).message}`)
      return false
    } finally {
      answered++
    }
  }

  async function lane(): Promise<void> {
    while (!isStopped) {
      if (wanted < MOST_WALLETS) {
        const walletName = `${name} ${wanted++}`
        const isDone = await call('/public/v1/submit/create_wallet', {
          type: 'ACTIVITY_TYPE_CREATE_WALLET',
          timestampMs: String(Date.now()),
          parameters: { walletName, accounts: [] },
        })
        if (isDone) created.push(walletName)
      }
      await call('/public/v1/query/whoami', {})
    }
  }
  const lanes = Array.from({ length: LANES }, lane)

  return {
    created,
    failures,
    sendTo(next) {
      urls = next
    },
    async answers(count) {
      const goal = answered + count
      while (answered < goal) await new Promise((done) => setTimeout(done, 20))
    },
    async stop() {
      isStopped = true
      await Promise.all(lanes)
    },
  }
}
