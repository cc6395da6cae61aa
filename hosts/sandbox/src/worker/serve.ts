/** The worker's side of the sandbox. Serves its page from its own state, or through the tab that owns the state. */
import type { DevEvent } from '@keywright/devhost'
import {
  type Answer,
  type Ask,
  type FromWorker,
  fromWireRequest,
  type SandboxSettings,
  type SandboxStatus,
  type ToWorker,
  toWireResponse,
  transferOf,
} from '../protocol.ts'
import type { SandboxHost } from './memory.ts'
import { createRunHosts } from './runHosts.ts'
import { type TabScope, type TabServer, Tabs } from './tabs.ts'

export interface PagePort {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
}

export interface WorkerScope extends TabScope {
  readonly openHost: (settings: SandboxSettings, owner: string, onTaken: () => void) => Promise<SandboxHost>
  /** Undefined in browsers without Web Locks. The sandbox then stays in memory. */
  readonly locks?: LockManager | undefined
}

const ATTACHED: SandboxStatus = { storage: 'browser', role: 'attached' }
const WITHOUT_LOCKS =
  'This sandbox is stored in memory only and is lost when you close the page: this browser can’t coordinate tabs.'

export function serveSandbox(port: PagePort, scope: WorkerScope): void {
  const server = new SandboxServer(port, scope)
  port.onmessage = ({ data }) => server.receive(data)
  server.tell({ kind: 'started' })
}

class SandboxServer implements TabServer {
  readonly #port: PagePort
  readonly #scope: WorkerScope
  readonly #runs = createRunHosts(
    () => this.#scope.openHost({ ...this.#settings!, storage: 'memory' }, this.#scope.me, () => undefined),
    (run, event) => this.tell({ kind: 'event', event, run }),
  )
  readonly #aborted = new Set<number>()
  #settings: SandboxSettings | undefined
  /** Undefined if the state stays in memory. */
  #tabs: Tabs | undefined
  /** Undefined if another tab's worker owns the state. */
  #host: Promise<SandboxHost> | undefined

  constructor(port: PagePort, scope: WorkerScope) {
    this.#port = port
    this.#scope = scope
  }

  tell(message: FromWorker): void {
    this.#port.postMessage(message, transferOf(message))
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'open':
        this.#settings = message.settings
        break
      case 'ping':
        this.tell({ kind: 'pong' })
        break
      case 'abort':
        if (!this.#tabs?.forget(message.id)) this.#aborted.add(message.id)
        break
      case 'close':
        void this.#close()
        break
      case 'begin run':
        this.#runs.begin(message.run)
        break
      case 'end run':
        this.#runs.end(message.run)
        break
      case 'request':
      case 'reset':
        this.#serve(message)
    }
  }

  #serve(ask: Ask): void {
    const isOfRun = ask.kind === 'request' && ask.run !== undefined
    if (!isOfRun && !this.#host && !this.#tabs && this.#settings) this.#open(this.#settings)
    if (isOfRun || this.#host) void this.#answerPage(ask)
    else if (this.#tabs) this.#tabs.forward(ask)
    else this.tell(failed(ask, 'the sandbox is not open'))
  }

  /** On the first request that isn't of a run, because runs don't need the state. */
  #open(settings: SandboxSettings): void {
    const { locks } = this.#scope
    if (settings.storage === 'browser' && locks) {
      const name = `keywright sandbox ${settings.name} ${settings.seed ?? ''}`
      this.#tabs = new Tabs(this, this.#scope, locks, name)
      return
    }
    this.#settings = { ...settings, storage: 'memory' }
    this.own(settings.storage === 'memory' ? undefined : WITHOUT_LOCKS)
  }

  own(notice?: string): void {
    const answerForwarded = () => {
      for (const ask of this.#tabs?.takeForwarded() ?? []) void this.#answerPage(ask)
    }
    this.#host = this.#openState(notice)
    this.#host.then(({ status }) => {
      if (status.storage === 'memory') this.#tabs?.leave()
      answerForwarded()
    }, answerForwarded)
  }

  attach(): void {
    void this.#host?.then((host) => host.close()).catch(() => undefined)
    this.#host = undefined
    this.tell({ kind: 'status', status: ATTACHED })
  }

  async #openState(given?: string): Promise<SandboxHost> {
    const { openHost, me } = this.#scope
    const opened = await openHost(this.#settings!, me, () => this.#tabs?.release())
    opened.devhost.events.listen((event) => this.#tellAll(event))
    const notice = given ?? opened.status.notice
    this.tell({
      kind: 'status',
      status: { ...opened.status, role: 'owner', ...(notice !== undefined && { notice }) },
    })
    return opened
  }

  #tellAll(event: DevEvent): void {
    this.tell({ kind: 'event', event })
    this.#tabs?.tellEvent(event)
  }

  async #answerPage(ask: Ask): Promise<void> {
    const answer = await this.answer(ask)
    if (!this.#aborted.delete(ask.id)) this.tell(answer)
  }

  /** Never throws. */
  async answer(ask: Ask): Promise<Answer> {
    try {
      if (ask.kind === 'request') {
        return await handle(ask, await (ask.run === undefined ? this.#host! : this.#runs.hostOf(ask.run)))
      }
      await this.#reset(ask)
      return { kind: 'done', id: ask.id }
    } catch (error) {
      return failed(ask, error instanceof Error ? error.message : String(error))
    }
  }

  /** Requests that arrive during the reset wait for the new host. */
  async #reset(options: { snapshots: boolean }): Promise<void> {
    this.#host = this.#host!.then((host) => host.forget(options)).then(() => this.#openState())
    const { organizationId } = (await this.#host).devhost.running().state
    this.#tellAll({ name: 'state', data: { organizationId } })
  }

  async #close(): Promise<void> {
    this.#tabs?.close()
    this.#runs.close()
    await this.#host?.then((host) => host.close()).catch(() => undefined)
    this.#tabs?.release()
  }
}

async function handle(ask: Ask & { kind: 'request' }, { devhost }: SandboxHost): Promise<Answer> {
  const response = await devhost.handle(fromWireRequest(ask.request))
  if (response.type === 'error') return failed(ask, 'a fault reset the connection')
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel()
    return failed(ask, 'the sandbox does not stream events: use `onEvent`')
  }
  return { kind: 'response', id: ask.id, response: await toWireResponse(response) }
}

const failed = ({ id }: Ask, message: string): Answer => ({ kind: 'failed', id, message })
