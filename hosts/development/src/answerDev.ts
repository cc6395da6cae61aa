/** Answers everything under `/dev`. */
import { ApiError } from '@keywright/contract'
import { HostError } from '@keywright/host'
import { FIRST_ROUTES, type Route, toRoutes } from './firstRoutes.ts'
import { bad, missing } from './input.ts'
import type { DevhostParts } from './parts.ts'

const firstRoutes = toRoutes(FIRST_ROUTES)

/** Answers a request to `/dev` or below. @throws errors that the caller didn't cause */
export async function answerDev(host: DevhostParts, request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url)
  try {
    const found =
      findRoute(firstRoutes, request.method, pathname) ??
      findRoute((await import('./routes.ts')).ROUTES, request.method, pathname)
    if (!found) throw missing('route under /dev')
    assertSite(found.route, request)
    const answer = await found.route.answer(host, { request, query, name: found.name })
    if (answer instanceof Response) return answer
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  } catch (error) {
    return respondRefusal(error)
  }
}

function findRoute(routes: readonly Route[], method: string, pathname: string) {
  for (const route of routes) {
    const name = route.method === method ? matchPath(route.path, pathname) : undefined
    if (name !== undefined) return { route, name }
  }
  return undefined
}

/**
 * Rejects cross-site requests by Fetch Metadata, because links, images, frames and scripts of other sites send no origin
 * that could be checked.
 * @throws ApiError 403
 */
function assertSite({ crossSite }: Route, { headers }: Request): void {
  const site = headers.get('sec-fetch-site') ?? 'none'
  if (site === 'none' || site === 'same-origin' || crossSite === 'links too') return
  const origin = headers.get('origin')
  if (origin !== null && crossSite !== 'none') return
  throw new ApiError('ORIGIN_NOT_ALLOWED', {
    origin: origin?.slice(0, 253) ?? `another site (${site.slice(0, 20)})`,
  })
}

function matchPath(pattern: string, path: string): string | undefined {
  const [before, after] = pattern.split(/\{\w+\}/) as [string, string?]
  if (after === undefined) return path === pattern || path === `${pattern}/` ? '' : undefined
  const isLike = path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length
  if (!isLike) return undefined
  const name = path.slice(before.length, path.length - after.length)
  return name.includes('/') ? undefined : decodeName(name)
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function respondRefusal(error: unknown): Response {
  const refusal = error instanceof HostError ? refusalOf(error) : error
  if (!(refusal instanceof ApiError)) throw error
  return Response.json(refusal.toBody(), { status: refusal.status })
}

const refusalOf = ({ message, hint }: HostError): ApiError => bad(`${message}. ${hint}`)
