/**
 * The worker's side of the sandbox. Of all tabs with the same sandbox one worker owns the state, by a Web Lock; the
 * others hand it their requests over a BroadcastChannel and take its place when it goes. Posting a request twice is
 * safe, because the protocol takes the same bytes for the same activity: so what an owner did not answer is asked of
 * the next one.
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
import type { SandboxHost } from './host.ts'
import { createRuns } from './runs.ts'

/** The port to the page. */
export interface PagePort {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
}

export interface WorkerScope {
  readonly openHost: (settings: SandboxSettings, owner: string, onTaken: () => void) => Promise<SandboxHost>
  /** Absent where the browser has none: then the sandbox is kept in memory. */
  readonly locks?: LockManager | undefined
  readonly openChannel: (name: string) => BroadcastChannel
  /** A name that no other worker has. */
  readonly me: string
  /** How long an owner may take to say that it has a request, before its place is taken. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 5_000
const ATTACHED: SandboxStatus = { storage: 'browser', role: 'attached' }
const WITHOUT_LOCKS =
  'This sandbox is kept in memory and is gone with the page: this browser cannot tell the tabs of a site apart.'

export function serveSandbox(port: PagePort, scope: WorkerScope): void {
  const { me, locks, patienceMs = PATIENCE_MS } = scope
  let settings: SandboxSettings | undefined
  let channel: BroadcastChannel | undefined
  let host: Promise<SandboxHost> | undefined
  /** What was asked of another tab's worker, and whether it has said that it is at it. */
  const asked = new Map<number, { readonly ask: Ask; timer: ReturnType<typeof setTimeout> | undefined }>()
  const aborted = new Set<number>()
  /** Gives the lock back. */
  let release: () => void = () => undefined
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
        open(data.settings)
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
        if (host || (data.kind === 'request' && data.run !== undefined)) void answerPage(data)
        else askOwner(data)
    }
  }
  tell({ kind: 'started' })

  function open(wanted: SandboxSettings): void {
    settings = wanted
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

  /** Becomes the owner when the one there is goes. */
  function queueUp(): void {
    locks!.request(lockName(), own).catch(lost)
  }

  /** The owner does not answer: a tab that the browser has frozen, perhaps. It notices when it wakes up. */
  function takeOver(): void {
    if (!host && !isClosed) locks!.request(lockName(), { steal: true }, own).catch(lost)
  }

  /** Holds the lock until it is given back. */
  function own(): Promise<void> | undefined {
    if (isClosed || host) return undefined
    become('browser')
    return new Promise((done) => {
      release = done
    })
  }

  /** Somebody took the lock. */
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
        // In memory there is nothing to share: others may have the lock.
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
          message: 'listen to the sandbox with `onEvent`: it does not stream',
        }
      }
      return { kind: 'response', id: ask.id, response: await toWireResponse(response) }
    } catch (error) {
      return { kind: 'failed', id: ask.id, message: messageOf(error) }
    }
  }

  /** Requests that come meanwhile wait for what is there afterwards. */
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

const BROKEN = 'the connection was broken on purpose'
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
