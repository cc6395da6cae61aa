/**
 * The isolated context: a frame of an opaque origin whose policy allows nothing but scripts that it made itself, and
 * in it a worker. A worker inherits the policy; it has no document, no peer connections, and can be ended whatever
 * it does. Taking the frame away ends it.
 */
import type { ToReader } from './messages.ts'

export interface IsolatedOptions {
  /** Address of the frame's document. */
  readonly frame: string
  /** The worker's one script: the prelude, and modules that register themselves. */
  readonly script: string
  /** Of these modules, those that the run will import. */
  readonly ahead: readonly string[]
}

export interface Isolated {
  /** To the worker. Whoever runs in there can send anything. */
  readonly port: MessagePort
  /** Runs what the reader has written; once. */
  begin(message: Omit<ToReader & { kind: 'begin' }, 'kind'>): void
  /** The worker could not be started, or its first script failed. */
  onCrash: (message: string) => void
  end(): void
}

const READY_MS = 20_000

/** @throws Error when the frame does not come up */
export async function openIsolated(options: IsolatedOptions): Promise<Isolated> {
  const frame = document.createElement('iframe')
  // No other word: same-origin, forms, popups, navigation of the page and downloads stay closed.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('referrerpolicy', 'no-referrer')
  frame.setAttribute('allow', '')
  frame.hidden = true
  frame.tabIndex = -1
  frame.title = 'Where the example runs'
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
  // An opaque origin has no name to address it by; nothing of the reader's runs in the frame yet.
  frame.contentWindow!.postMessage({ kind: 'open', script, ahead }, '*', [control.port2, channel.port2])
  return isolated
}

function frameReady(frame: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      removeEventListener('message', hear)
      reject(new Error('The place where examples run did not load. Load the page again.'))
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
