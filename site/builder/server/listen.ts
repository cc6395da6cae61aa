/** Listens on a port, or on the next free one. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const TRIES = 50

/**
 * The port of `--port`, or of PORT, which some environments set to nothing. Ends the process with a message if it isn't
 * a port.
 */
export function readPort(flag: string | undefined): number {
  const text = flag ?? (process.env['PORT'] || '3000')
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  console.error(
    `${flag === undefined ? 'PORT' : '--port'} must be a number from 0 to 65535, but is \`${text}\`.`,
  )
  process.exit(2)
}

/** The URL of a server. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/`

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
