/** Types for a package without types. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  export default function compression(options?: {
    readonly threshold?: number
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}
