/**
 * The only script of the runner's frame, inline and allowed by its hash. It starts the worker and passes the page a port
 * to it. It has no secrets and runs none of the reader's code.
 */
import { serveSubtle } from './subtle.ts'

/** The worker's first script, from the build. */
declare const PRELUDE: string

// Refuse to run without the isolation.
if (origin !== 'null') throw new Error('the frame is not isolated')

const [crashes, messages, cryptography] = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
const worker = new Worker(URL.createObjectURL(new Blob([PRELUDE], { type: 'text/javascript' })))
worker.onerror = (event) => {
  event.preventDefault()
  crashes.port1.postMessage(event.message)
}
serveSubtle(cryptography.port1)
worker.postMessage('open', [messages.port1, cryptography.port2])
parent.postMessage('frame ready', '*', [crashes.port2, messages.port2])
