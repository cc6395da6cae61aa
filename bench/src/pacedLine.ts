/**
 * A slow connection as a proxy: every byte takes half a round trip, a new connection costs a round trip first, and
 * all connections share one rate, packet by packet. Unlike with the browser's own throttling, bytes arrive gradually
 * and can be painted while the rest is on its way. Does not simulate TCP slow start, TLS or packet loss.
 */
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'

/** Payload of a TCP stream per Ethernet frame. */
const PACKET_BYTES = 1_460

export interface Line {
  /** Bytes per second to the browser; the other direction only has latency. */
  readonly bytesPerSecond: number
  /** Round trip in milliseconds. */
  readonly roundTrip: number
}

/** @param target the address to reach over the connection */
export async function pacedLine(target: string, line: Line): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(target)
  const send = pacer(line)
  const sockets = new Set<Socket>()
  const server = createServer((browser) => {
    const host = openSocket(Number(port), hostname)
    for (const socket of [browser, host]) {
      socket.setNoDelay()
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    const opened = performance.now() + line.roundTrip
    browser.on('data', (bytes) => {
      const wait = Math.max(0, opened - performance.now()) + line.roundTrip / 2
      setTimeout(() => host.write(bytes), wait)
    })
    browser.on('close', () => host.destroy())
    host.on('data', (bytes) => send(browser, bytes))
    host.on('close', () => send(browser, undefined))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Sends packets of all connections in turn at one rate; `undefined` ends a connection after its bytes. */
function pacer({ bytesPerSecond, roundTrip }: Line): (to: Socket, bytes: Buffer | undefined) => void {
  const queues = new Map<Socket, { at: number; bytes: Buffer | undefined }[]>()
  /** When the last bit of the sent packets has left. */
  let isFree = 0
  let isPumping = false
  const pump = () => {
    while (queues.size > 0) {
      const [to, queue] = [...queues].reduce((one, other) => (other[1][0]!.at < one[1][0]!.at ? other : one))
      const { at, bytes } = queue[0]!
      const arrives = Math.max(isFree, at) + ((bytes?.length ?? 0) / bytesPerSecond) * 1_000
      const wait = arrives - performance.now()
      if (wait > 0) {
        setTimeout(pump, wait)
        return
      }
      isFree = arrives
      queue.shift()
      // Round-robin: the connection that sent last goes to the end.
      queues.delete(to)
      if (queue.length > 0) queues.set(to, queue)
      if (bytes === undefined) to.end()
      else if (!to.destroyed) to.write(bytes)
    }
    isPumping = false
  }
  return (to, bytes) => {
    const at = performance.now() + roundTrip / 2
    const queue = queues.get(to) ?? []
    queues.set(to, queue)
    if (bytes === undefined) queue.push({ at, bytes })
    else
      for (let from = 0; from < bytes.length; from += PACKET_BYTES)
        queue.push({ at, bytes: bytes.subarray(from, from + PACKET_BYTES) })
    if (!isPumping) setTimeout(pump)
    isPumping = true
  }
}
