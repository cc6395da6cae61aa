/** The server's half, which only ever runs on the server. */
import { readSettings } from '../../keywright.ts'
import { createHandler } from '../../server/handler.ts'

let handle: ReturnType<typeof createHandler> | undefined

// Read at the first request: a build has no settings.
const answer = (request: Request): Promise<Response> => {
  handle ??= createHandler(readSettings('.env.server'))
  return handle(request)
}

export const dynamic = 'force-dynamic'
export { answer as GET, answer as POST }
