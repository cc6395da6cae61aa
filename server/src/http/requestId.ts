/** The name of a request, in its answer and in the log: what a caller reports, an operator finds. */
import type { ServerResponse } from 'node:http'
import { newId, REQUEST_ID } from '@keywright/host'

/** Gives the answer that will be sent a name, readable by pages of any origin. */
export function nameRequest(outgoing: ServerResponse): void {
  outgoing.setHeader(REQUEST_ID, newId())
  outgoing.setHeader('access-control-expose-headers', REQUEST_ID)
}

/** The name that the answer carries. */
export const requestIdOf = ({ outgoing }: { readonly outgoing: Pick<ServerResponse, 'getHeader'> }): string =>
  String(outgoing.getHeader(REQUEST_ID) ?? newId())
