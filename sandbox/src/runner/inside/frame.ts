/**
 * The only script of the runner's frame, inline and allowed by its hash. It starts and ends the worker and passes it
 * the port to the page. It has no secrets and runs none of the reader's code.
 */
import { serveSubtle } from './subtle.ts'

// Refuse to run without the isolation.
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
