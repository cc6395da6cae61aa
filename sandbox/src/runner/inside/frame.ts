/**
 * The one script of the runner's frame, inline and allowed by its hash: it starts the worker and ends it. It holds no
 * secret and runs none of the reader's code; the port to the page goes through it into the worker.
 */
import { serveSubtle } from './subtle.ts'

// Shown without what isolates it, it runs nothing.
if (origin !== 'null') throw new Error('the frame is not isolated')

addEventListener('message', function start({ source, data, ports }: MessageEvent) {
  if (source !== parent || data?.kind !== 'open' || ports.length !== 2) return
  removeEventListener('message', start)
  const [control, channel] = ports as [MessagePort, MessagePort]
  const crashed = (message: string) => control.postMessage({ kind: 'crashed', message })
  try {
    const worker = new Worker(URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' })))
    worker.onerror = (event) => {
      event.preventDefault()
      crashed(event.message)
    }
    const cryptography = new MessageChannel()
    serveSubtle(cryptography.port1)
    worker.postMessage({ kind: 'open', ahead: data.ahead }, [channel, cryptography.port2])
  } catch (error) {
    crashed(String(error))
  }
})
parent.postMessage({ kind: 'frame ready' }, '*')
