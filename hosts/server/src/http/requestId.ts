/** Request IDs in responses and logs, with which operators find the request that a caller reports. */
import type { ServerResponse } from 'node:http'
import { newId, REQUEST_ID } from '@keywright/host'

/** Adds a request ID to the response, readable by pages of any origin. */
export function nameRequest(outgoing: ServerResponse): void {
  outgoing.setHeader(REQUEST_ID, newId())
  outgoing.setHeader('access-control-expose-headers', REQUEST_ID)
}

/** The request ID of a response. */
export const requestIdOf = ({ outgoing }: { readonly outgoing: Pick<ServerResponse, 'getHeader'> }): string =>
  String(outgoing.getHeader(REQUEST_ID) ?? newId())
