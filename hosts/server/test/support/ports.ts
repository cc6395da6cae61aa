/** Free ports for servers that tests start. */
import { createServer, type Server } from 'node:net'

/** Below the ephemeral port range: the system could give one of those ports to another test before this one uses it. */
const candidatePort = () => 20_000 + 2 * Math.floor(Math.random() * 5_000)

/** A free port, followed by another free port. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0]!

/** Free ports, each followed by another free port. */
export async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = []
  const ports: number[] = []
  while (ports.length < count) {
    const port = candidatePort()
    const first = await hold(port).catch(() => undefined)
    if (!first) continue
    held.push(first)
    const second = await hold(port + 1).catch(() => undefined)
    if (!second) continue
    held.push(second)
    ports.push(port)
  }
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))))
  return ports
}

const hold = (port: number) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
