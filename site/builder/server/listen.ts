/** Listens on a port, or on the next free one. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const TRIES = 50

/** Returns the actual port. @throws the last error if none of the next ports is free */
export async function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  for (let candidate = port; ; candidate++) {
    try {
      await tryListen(server, candidate, host)
      return (server.address() as AddressInfo).port
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isBusy || candidate >= port + TRIES) throw error
    }
  }
}

function tryListen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
