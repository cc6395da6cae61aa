/** Types for a package without types. */
declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http'
  export default class Negotiator {
    constructor(request: IncomingMessage)
    /** The best of the available encodings, or undefined if the client accepts none. */
    encoding(available: readonly string[], preferred: readonly string[]): string | undefined
  }
}
