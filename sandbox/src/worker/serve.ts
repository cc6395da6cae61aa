/**
 * The worker's side of the sandbox. Among all tabs with the same sandbox, the worker with the Web Lock owns the state.
 * The others forward their requests over a BroadcastChannel and take over when the owner goes. They resend unanswered
 * requests to the next owner, which is safe because the protocol treats equal bytes as the same activity.
 */
import type { DevEvent } from '@keywright/devhost'
import {
  type Answer,
  type Ask,
  type BetweenTabs,
  type FromWorker,
  fromWireRequest,
  type SandboxSettings,
  type SandboxStatus,
  type ToWorker,
  toWireResponse,
  transferOf,
} from '../protocol.ts'
import type { SandboxHost } from './memory.ts'
import { createRuns } from './runs.ts'

/** The port to the page. */
export interface PagePort {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
}

export interface WorkerScope {
  readonly openHost: (settings: SandboxSettings, owner: string, onTaken: () => void) => Promise<SandboxHost>
  /** Undefined in browsers without Web Locks. The sandbox then stays in memory. */
  readonly locks?: LockManager | undefined
  readonly openChannel: (name: string) => BroadcastChannel
  /** Unique name of this worker. */
  readonly me: string
  /** How long an owner may take to accept a request before another worker takes over. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 5_000
const ATTACHED: SandboxStatus = { storage: 'browser', role: 'attached' }
const WITHOUT_LOCKS =
  'This sandbox is stored in memory only and is lost when you close the page: this browser can’t coordinate tabs.'

export function serveSandbox(port: PagePort, scope: WorkerScope): void {
  const { me, locks, patienceMs = PATIENCE_MS } = scope
  let settings: SandboxSettings | undefined
  let channel: BroadcastChannel | undefined
  let host: Promise<SandboxHost> | undefined
  /** Requests forwarded to another tab's worker, with a timer until it accepts them. */
  const asked = new Map<number, { readonly ask: Ask; timer: ReturnType<typeof setTimeout> | undefined }>()
  const aborted = new Set<number>()
  /** Releases the lock. */
  let release: () => void = () => undefined
  let isOpen = false
  let isClosed = false

  const tell = (message: FromWorker) => port.postMessage(message, transferOf(message))
  const tellTabs = (message: BetweenTabs) => channel?.postMessage(message)
  const runs = createRuns(
    () => scope.openHost({ ...settings!, storage: 'memory' }, me, () => undefined),
    (run, event) => tell({ kind: 'event', event, run }),
  )

  port.onmessage = ({ data }) => {
    switch (data.kind) {
      case 'open':
        settings = data.settings
        break
      case 'ping':
        tell({ kind: 'pong' })
        break
      case 'abort':
        asked.delete(data.id)
        aborted.add(data.id)
        break
      case 'close':
        void close()
        break
      case 'begin run':
        runs.begin(data.run)
        break
      case 'end run':
        runs.end(data.run)
        break
      case 'request':
      case 'reset':
        if (data.kind === 'request' && data.run !== undefined) return void answerPage(data)
        if (settings && !isOpen) open(settings)
        if (host) void answerPage(data)
        else askOwner(data)
    }
  }
  tell({ kind: 'started' })

  /** On the first request that isn't of a run, because runs don't need the state. */
  function open(wanted: SandboxSettings): void {
    isOpen = true
    if (wanted.storage === 'memory' || !locks) {
      settings = { ...wanted, storage: 'memory' }
      become('memory', wanted.storage === 'memory' ? undefined : WITHOUT_LOCKS)
      return
    }
    channel = scope.openChannel(lockName())
    channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => hear(data)
    const attach = () => {
      tell({ kind: 'status', status: ATTACHED })
      queueUp()
    }
    locks.request(lockName(), { ifAvailable: true }, (lock) => (lock ? own() : attach())).catch(lost)
  }

  const lockName = () => `keywright sandbox ${settings!.name} ${settings!.seed ?? ''}`

  /** Becomes the owner when the current owner goes. */
  function queueUp(): void {
    locks!.request(lockName(), own).catch(lost)
  }

  /** Takes over from an owner that doesn't respond, such as a frozen tab. It notices when it wakes up. */
  function takeOver(): void {
    if (!host && !isClosed) locks!.request(lockName(), { steal: true }, own).catch(lost)
  }

  /** Holds the lock until `release`. */
  function own(): Promise<void> | undefined {
    if (isClosed || host) return undefined
    become('browser')
    return new Promise((done) => {
      release = done
    })
  }

  /** Another worker took the lock. */
  function lost(): void {
    const before = host
    host = undefined
    if (isClosed) return
    void before?.then((one) => one.close()).catch(() => undefined)
    tell({ kind: 'status', status: ATTACHED })
    queueUp()
  }

  function become(storage: 'browser' | 'memory', notice?: string): void {
    const opening = openAndListen(notice)
    host = opening
    opening.then(
      ({ status }) => {
        // In-memory state can't be shared, so let other tabs have the lock.
        if (storage === 'browser' && status.storage === 'memory') leaveTabs()
        for (const [id, { ask, timer }] of asked) {
          clearTimeout(timer)
          asked.delete(id)
          void answerPage(ask)
        }
      },
      (error: unknown) => {
        for (const id of asked.keys()) tell({ kind: 'failed', id, message: messageOf(error) })
        asked.clear()
      },
    )
  }

  function leaveTabs(): void {
    channel?.close()
    channel = undefined
    release()
  }

  async function openAndListen(notice?: string): Promise<SandboxHost> {
    const opened = await scope.openHost(settings!, me, () => release())
    opened.devhost.events.listen((event) => {
      tell({ kind: 'event', event })
      tellTabs({ kind: 'event', event })
    })
    const said = notice ?? opened.status.notice
    tell({
      kind: 'status',
      status: { ...opened.status, role: 'owner', ...(said !== undefined && { notice: said }) },
    })
    return opened
  }

  async function answerPage(ask: Ask): Promise<void> {
    const answer = await answerTo(ask)
    if (!aborted.delete(ask.id)) tell(answer)
  }

  /** Never throws. */
  async function answerTo(ask: Ask): Promise<Answer> {
    try {
      if (ask.kind === 'reset') {
        await reset(ask)
        return { kind: 'done', id: ask.id }
      }
      const { devhost } = await (ask.run === undefined ? host! : runs.hostOf(ask.run))
      const response = await devhost.handle(fromWireRequest(ask.request))
      if (response.type === 'error') return { kind: 'failed', id: ask.id, message: BROKEN }
      if (response.headers.get('content-type') === 'text/event-stream') {
        await response.body?.cancel()
        return {
          kind: 'failed',
          id: ask.id,
          message: 'the sandbox does not stream events: use `onEvent`',
        }
      }
      return { kind: 'response', id: ask.id, response: await toWireResponse(response) }
    } catch (error) {
      return { kind: 'failed', id: ask.id, message: messageOf(error) }
    }
  }

  /** Requests that arrive during the reset wait for the new host. */
  async function reset(options: { snapshots: boolean }): Promise<void> {
    host = host!.then((one) => one.forget(options)).then(() => openAndListen())
    const { organizationId } = (await host).devhost.running().state
    const event: DevEvent = { name: 'state', data: { organizationId } }
    tell({ kind: 'event', event })
    tellTabs({ kind: 'event', event })
  }

  function askOwner(ask: Ask): void {
    if (!settings) {
      tell({ kind: 'failed', id: ask.id, message: 'the sandbox is not open' })
      return
    }
    asked.set(ask.id, { ask, timer: setTimeout(takeOver, patienceMs) })
    tellTabs({ kind: 'ask', from: me, ask })
  }

  function hear(message: BetweenTabs): void {
    switch (message.kind) {
      case 'ask':
        if (host) void answerTab(message.from, message.ask)
        break
      case 'taken':
        if (message.to === me) clearTimeout(asked.get(message.id)?.timer)
        break
      case 'answer':
        if (message.to === me && asked.delete(message.answer.id)) tell(message.answer)
        break
      case 'event':
        if (!host) tell(message)
    }
  }

  async function answerTab(to: string, ask: Ask): Promise<void> {
    tellTabs({ kind: 'taken', to, id: ask.id })
    tellTabs({ kind: 'answer', to, answer: await answerTo(ask) })
  }

  async function close(): Promise<void> {
    isClosed = true
    for (const { timer } of asked.values()) clearTimeout(timer)
    asked.clear()
    runs.close()
    channel?.close()
    channel = undefined
    await host?.then((one) => one.close()).catch(() => undefined)
    release()
  }
}

const BROKEN = 'a fault reset the connection'
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
