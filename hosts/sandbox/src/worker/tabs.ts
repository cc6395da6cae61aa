/**
 * Shares the state among the workers of all tabs with the same sandbox. The worker with the Web Lock owns the state. The
 * others forward their requests to it over a BroadcastChannel and take over when it goes. They resend unanswered requests
 * to the next owner, which is safe because the protocol treats equal bytes as the same activity.
 */
import type { DevEvent } from '@keywright/devhost'
import type { Answer, Ask, BetweenTabs } from '../protocol.ts'

export interface TabServer {
  /** This worker now owns the state. */
  own(): void
  /** Another worker owns the state, possibly after this one. */
  attach(): void
  /** Answers another tab's request from the own state. Never rejects. */
  answer(ask: Ask): Promise<Answer>
  /** Receives answers to forwarded requests, and the owner's events. */
  tell(message: Answer | { readonly kind: 'event'; readonly event: DevEvent }): void
}

export interface TabScope {
  readonly openChannel: (name: string) => BroadcastChannel
  /** Unique name of this worker. */
  readonly me: string
  /** How long an owner may take to accept a request before another worker takes over. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 5_000

export class Tabs {
  readonly #worker: TabServer
  readonly #scope: TabScope
  readonly #locks: LockManager
  readonly #name: string
  /** Requests that the owner hasn't answered, each with a timer until the owner accepts it. */
  readonly #forwarded = new Map<
    number,
    { readonly ask: Ask; readonly timer: ReturnType<typeof setTimeout> }
  >()
  #channel: BroadcastChannel | undefined
  #isOwner = false
  #isClosed = false
  /** Releases the lock. */
  release: () => void = () => undefined

  /**
   * Owns the state if no other worker does, and otherwise waits for it.
   * @param name of the lock and the channel
   */
  constructor(worker: TabServer, scope: TabScope, locks: LockManager, name: string) {
    this.#worker = worker
    this.#scope = scope
    this.#locks = locks
    this.#name = name
    this.#channel = scope.openChannel(name)
    this.#channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => this.#hear(data)
    this.#request({ ifAvailable: true }, (lock) => (lock ? this.#own() : this.#attach()))
  }

  /** Sends a request to the owner. */
  forward(ask: Ask): void {
    const timer = setTimeout(() => this.#takeOver(), this.#scope.patienceMs ?? PATIENCE_MS)
    this.#forwarded.set(ask.id, { ask, timer })
    this.#tell({ kind: 'ask', from: this.#scope.me, ask })
  }

  /** Forgets a forwarded request. Returns whether it was unanswered. */
  forget(id: number): boolean {
    clearTimeout(this.#forwarded.get(id)?.timer)
    return this.#forwarded.delete(id)
  }

  /** Forgets and returns unanswered requests. */
  takeForwarded(): Ask[] {
    const asks = Array.from(this.#forwarded.values(), ({ ask }) => ask)
    for (const { id } of asks) this.forget(id)
    return asks
  }

  tellEvent(event: DevEvent): void {
    this.#tell({ kind: 'event', event })
  }

  /** Lets other tabs have the lock, because in-memory state can't be shared. */
  leave(): void {
    this.#channel?.close()
    this.#channel = undefined
    this.release()
  }

  /** Call `release` once the state is closed. */
  close(): void {
    this.#isClosed = true
    this.takeForwarded()
    this.#channel?.close()
    this.#channel = undefined
  }

  #request(options: LockOptions, granted: LockGrantedCallback<unknown>): void {
    this.#locks.request(this.#name, options, granted).catch(() => this.#attach())
  }

  /** Holds the lock until `release`. */
  #own(): Promise<void> | undefined {
    if (this.#isClosed || this.#isOwner) return undefined
    this.#isOwner = true
    this.#worker.own()
    return new Promise((done) => {
      this.release = done
    })
  }

  /** Becomes the owner when the current owner goes. */
  #attach(): void {
    this.#isOwner = false
    if (this.#isClosed) return
    this.#worker.attach()
    this.#request({}, () => this.#own())
  }

  /** Takes over from an owner that doesn't respond, such as a frozen tab. It notices when it wakes up. */
  #takeOver(): void {
    if (!this.#isOwner && !this.#isClosed) this.#request({ steal: true }, () => this.#own())
  }

  #tell(message: BetweenTabs): void {
    this.#channel?.postMessage(message)
  }

  #hear(message: BetweenTabs): void {
    const { me } = this.#scope
    switch (message.kind) {
      case 'ask':
        if (this.#isOwner) void this.#answer(message.from, message.ask)
        break
      case 'taken':
        if (message.to === me) clearTimeout(this.#forwarded.get(message.id)?.timer)
        break
      case 'answer':
        if (message.to === me && this.forget(message.answer.id)) this.#worker.tell(message.answer)
        break
      case 'event':
        if (!this.#isOwner) this.#worker.tell(message)
    }
  }

  async #answer(to: string, ask: Ask): Promise<void> {
    this.#tell({ kind: 'taken', to, id: ask.id })
    this.#tell({ kind: 'answer', to, answer: await this.#worker.answer(ask) })
  }
}
