/** The worker's small startup script. The engine loads when this worker owns the state. */
import { type PagePort, serveSandbox } from './serve.ts'

serveSandbox(self as unknown as PagePort, {
  openHost: async (...words) => (await import('./host.ts')).openHost(...words),
  locks: navigator.locks,
  openChannel: (name) => new BroadcastChannel(name),
  me: Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-'),
})
