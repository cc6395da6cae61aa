/** Bounds the open connections of a server, in total and per client, and closes the slowest one to make room. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'
import { limits } from '@keywright/contract'
import { clientOf } from './clientAddress.ts'
import { createProxies } from './proxies.ts'

export interface ConnectionBounds {
  /** Open connections of all clients together. */
  readonly total: number
  /** Open connections of one address, or of one /64 network for IPv6. */
  readonly perClient: number
  /** Addresses and networks of proxies. A proxy speaks for many clients, so only `total` bounds its connections. */
  readonly proxies: readonly string[]
}

/** A proxy on the same machine needs no setting. */
export const CONNECTION_BOUNDS: ConnectionBounds = {
  total: limits.connections,
  perClient: limits.connectionsPerAddress,
  proxies: ['127.0.0.1', '::1'],
}

interface Connection {
  readonly socket: Socket
  readonly name: string | Socket
  readonly client: string
  /** The newest request on the connection, once its headers are complete. */
  newest?: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }
}

/** The same for a TLS socket and for the connection below it. A client of a Unix socket has no address. */
const nameOf = (socket: Socket): string | Socket =>
  socket.remoteAddress === undefined ? socket : `${socket.remoteAddress} ${socket.remotePort}`

/** Whether the server is working on a complete request; otherwise the connection waits for its client. */
const isBusy = ({ newest }: Connection): boolean =>
  newest?.incoming.complete === true && !newest.outgoing.writableEnded

/**
 * At a bound, a new connection takes the place of the connection that has waited longest for its client. Without a
 * connection that waits, the new one is closed.
 */
export function boundConnections(server: Server, { total, perClient, proxies }: ConnectionBounds): void {
  const isProxy = createProxies(proxies)
  /** The slowest first: a connection moves to the end with every answer that its client took. */
  const line = new Map<Connection['name'], Connection>()
  const counts = new Map<string, number>()

  const remove = ({ name, client }: Connection) => {
    if (!line.delete(name)) return
    const left = counts.get(client)! - 1
    if (left === 0) counts.delete(client)
    else counts.set(client, left)
  }
  const makeRoom = (isOf: (connection: Connection) => boolean): boolean => {
    for (const connection of line.values()) {
      if (isBusy(connection) || !isOf(connection)) continue
      remove(connection)
      connection.socket.destroy()
      return true
    }
    return false
  }
  const hasRoom = (client: string, isTrusted: boolean) =>
    (isTrusted || (counts.get(client) ?? 0) < perClient || makeRoom((other) => other.client === client)) &&
    (line.size < total || makeRoom(() => true))

  // For TLS, this is the connection below it: handshakes that never end count too.
  ;(server as NetServer).prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket
    const client = clientOf(remoteAddress)
    if (!hasRoom(client, isProxy(remoteAddress))) return void socket.destroy()
    const connection: Connection = { socket, name: nameOf(socket), client }
    line.set(connection.name, connection)
    counts.set(client, (counts.get(client) ?? 0) + 1)
    socket.once('close', () => remove(connection))
  })
  server.prependListener('request', (incoming, outgoing) => {
    const connection = line.get(nameOf(incoming.socket))
    if (!connection) return
    connection.newest = { incoming, outgoing }
    outgoing.once('finish', () => {
      if (line.delete(connection.name)) line.set(connection.name, connection)
    })
  })
}
