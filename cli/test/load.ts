/** Traffic on a team's server: stamped calls that change and that read, on several lanes at once, until it is stopped. */
import { createStamp, toStampHeader, toUtf8 } from '@keywright/keys'

const LANES = 4
/** An organization holds 100. Afterwards the lanes only read. */
const MOST_WALLETS = 40

export interface LoadSettings {
  readonly organizationId: string
  readonly apiPrivateKey: string
}

export interface Load {
  /** From now on, these are called in turn. */
  sendTo(urls: readonly string[]): void
  /** Names of the wallets whose creation was answered. */
  readonly created: readonly string[]
  /** Every answer that was none, or not a good one. */
  readonly failures: readonly string[]
  /** Resolves when so many calls more have been answered than now. */
  answers(count: number): Promise<void>
  /** Resolves when all that was asked has been answered. */
  stop(): Promise<void>
}

/** @param name what the wallets are called, before a number */
export function startLoad(name: string, settings: LoadSettings, first: readonly string[]): Load {
  let urls = first
  let asked = 0
  let wanted = 0
  let answered = 0
  let isStopped = false
  const created: string[] = []
  const failures: string[] = []

  /** Whether it was answered well. */
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
