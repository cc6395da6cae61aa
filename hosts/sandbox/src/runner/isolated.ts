/**
 * The isolated context: a worker in a frame of an opaque origin, whose policy allows only scripts that the frame
 * created. The worker inherits the policy, has no document and no peer connections, and can be terminated at any
 * time. Removing the frame ends it.
 */
import type { ToReader } from './messages.ts'

export interface Isolated {
  /** Port to the worker. Its messages are untrusted. */
  readonly port: MessagePort
  /** Loads modules, or runs the reader's code, once. */
  send(message: ToReader & { kind: 'load' | 'begin' }): void
  /** Called if the worker can't start or its first script fails. */
  onCrash: (message: string) => void
  end(): void
}

const READY_MS = 20_000

/** @param url of the frame's document @throws Error if it doesn't load */
export async function openIsolated(url: string): Promise<Isolated> {
  const frame = document.createElement('iframe')
  // Grant nothing else: no same-origin access, forms, popups, page navigation or downloads.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('referrerpolicy', 'no-referrer')
  frame.setAttribute('allow', '')
  frame.hidden = true
  frame.tabIndex = -1
  frame.title = 'Example runner'
  const ready = frameReady(frame)
  frame.src = url
  document.body.append(frame)
  try {
    const [crashes, port] = await ready
    const isolated: Isolated = {
      port,
      send: (message) => port.postMessage(message),
      onCrash: () => undefined,
      end() {
        frame.remove()
        crashes.close()
      },
    }
    crashes.onmessage = ({ data }) => isolated.onCrash(String(data).slice(0, 2_000))
    return isolated
  } catch (error) {
    frame.remove()
    throw error
  }
}

/** Resolves with the ports that the frame sends. None of the reader's code runs in the frame yet. */
function frameReady(frame: HTMLIFrameElement): Promise<readonly [crashes: MessagePort, port: MessagePort]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      removeEventListener('message', hear)
      reject(new Error('The example runner did not load. Reload the page.'))
    }, READY_MS)
    function hear({ source, origin, data, ports: [crashes, port] }: MessageEvent): void {
      if (source !== frame.contentWindow || origin !== 'null' || data !== 'frame ready') return
      clearTimeout(timer)
      removeEventListener('message', hear)
      resolve([crashes!, port!])
    }
    addEventListener('message', hear)
  })
}
