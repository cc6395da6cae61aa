/**
 * The isolated context: a worker in a frame of an opaque origin, whose policy allows only scripts that the frame
 * created. The worker inherits the policy, has no document and no peer connections, and can be terminated at any
 * time. Removing the frame ends it.
 */
import type { ToReader } from './messages.ts'

export interface IsolatedOptions {
  /** URL of the frame's document. */
  readonly frame: string
  /** The worker's script: the prelude and self-registering modules. */
  readonly script: string
  /** Modules among these that the run will import. */
  readonly ahead: readonly string[]
}

export interface Isolated {
  /** Port to the worker. Its messages are untrusted. */
  readonly port: MessagePort
  /** Runs the reader's code. Call it once. */
  begin(message: Omit<ToReader & { kind: 'begin' }, 'kind'>): void
  /** Called if the worker can't start or its first script fails. */
  onCrash: (message: string) => void
  end(): void
}

const READY_MS = 20_000

/** @throws Error if the frame doesn't load */
export async function openIsolated(options: IsolatedOptions): Promise<Isolated> {
  const frame = document.createElement('iframe')
  // Grant nothing else: no same-origin access, forms, popups, page navigation or downloads.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('referrerpolicy', 'no-referrer')
  frame.setAttribute('allow', '')
  frame.hidden = true
  frame.tabIndex = -1
  frame.title = 'Example runner'
  const ready = frameReady(frame)
  frame.src = options.frame
  document.body.append(frame)
  try {
    await ready
  } catch (error) {
    frame.remove()
    throw error
  }
  const control = new MessageChannel()
  const channel = new MessageChannel()
  const isolated: Isolated = {
    port: channel.port1,
    begin: (message) => channel.port1.postMessage({ kind: 'begin', ...message } satisfies ToReader),
    onCrash: () => undefined,
    end() {
      frame.remove()
      control.port1.close()
    },
  }
  control.port1.onmessage = ({ data }) => {
    if (typeof data?.message === 'string') isolated.onCrash(data.message.slice(0, 2_000))
  }
  const { script, ahead } = options
  // An opaque origin can't be a target origin. None of the reader's code runs in the frame yet.
  frame.contentWindow!.postMessage({ kind: 'open', script, ahead }, '*', [control.port2, channel.port2])
  return isolated
}

function frameReady(frame: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      removeEventListener('message', hear)
      reject(new Error('The example runner did not load. Reload the page.'))
    }, READY_MS)
    function hear({ source, origin, data }: MessageEvent): void {
      if (source !== frame.contentWindow || origin !== 'null' || data?.kind !== 'frame ready') return
      clearTimeout(timer)
      removeEventListener('message', hear)
      resolve()
    }
    addEventListener('message', hear)
  })
}
