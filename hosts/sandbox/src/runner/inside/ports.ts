/** Lets an open `MessagePort` with a listener keep a program running, as in Node. */
import type { Pending } from './pending.ts'

/** Call it after the runner has set up its own ports, because it changes the prototype. */
export function trackPorts(pending: Pending): void {
  const releases = new WeakMap<MessagePort, () => void>()
  const others = new WeakMap<MessagePort, MessagePort>()
  const { prototype } = MessagePort
  const { close, addEventListener } = prototype
  const onmessage = Object.getOwnPropertyDescriptor(prototype, 'onmessage')!
  const hold = (port: MessagePort) => {
    if (others.has(port) && !releases.has(port)) releases.set(port, pending.hold())
  }
  function release(port: MessagePort | undefined): void {
    if (!port) return
    releases.get(port)?.()
    releases.delete(port)
  }

  Object.defineProperty(globalThis, 'MessageChannel', {
    configurable: true,
    writable: true,
    value: class extends MessageChannel {
      constructor() {
        super()
        others.set(this.port1, this.port2)
        others.set(this.port2, this.port1)
      }
    },
  })
  Object.defineProperty(prototype, 'onmessage', {
    ...onmessage,
    set(this: MessagePort, listener: unknown) {
      onmessage.set!.call(this, listener)
      if (listener) hold(this)
      else release(this)
    },
  })
  Object.assign(prototype, {
    addEventListener(this: MessagePort, ...given: Parameters<typeof addEventListener>) {
      addEventListener.apply(this, given)
      if (given[0] !== 'message') return
      hold(this)
      this.start()
    },
    close(this: MessagePort) {
      close.call(this)
      release(this)
      release(others.get(this))
    },
  })
}
