/** Fetches from public addresses only, so that URLs from callers cannot reach the server's network. */
import { lookup as lookupName } from 'node:dns'
import { Agent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { isPublicAddress } from '@keywright/engine'

/**
 * Addresses are checked when a connection opens, and a reused connection was checked when it opened. So each kind of
 * host has its own connections, which nothing else in the process shares.
 */
const AGENTS = { public: newAgent(), internal: newAgent() }

function newAgent(): Agent {
  // As Node's default agent.
  return new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5_000 })
}

/**
 * `fetch` over HTTPS that checks the address after name resolution and rejects private addresses. Redirects are never
 * followed.
 * @param internalHosts hosts in lower case whose addresses may be private
 */
export function publicFetch(
  url: string,
  init: RequestInit = {},
  internalHosts: readonly string[] = [],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:') return reject(new Error('only https URLs are allowed'))
    const literal = hostname.replace(/^\[|\]$/g, '')
    const isInternal = internalHosts.includes(hostname)
    // An IP address is not looked up, so it is checked here.
    if (!isInternal && isIP(literal) && !isPublicAddress(literal)) return reject(privateAddress())
    const request = requestHttps(
      url,
      {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        agent: isInternal ? AGENTS.internal : AGENTS.public,
        ...(!isInternal && { lookup: lookupPublic }),
        ...(init.signal && { signal: init.signal }),
      },
      (incoming) => {
        const status = incoming.statusCode ?? 502
        if (init.redirect === 'error' && status >= 300 && status < 400) {
          incoming.destroy()
          return reject(new Error('redirects are not followed'))
        }
        const isBare = status === 204 || status === 304
        const body = isBare ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
        if (isBare) incoming.resume()
        resolve(new Response(body, { status, headers: headersOf(incoming.headers) }))
      },
    )
    request.on('error', reject)
    request.end(init.body as string | undefined)
  })
}

const lookupPublic: LookupFunction = (hostname, options, answer) =>
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, '', 4)
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address))) {
      return answer(privateAddress(), '', 4)
    }
    if (options.all) return answer(null, addresses)
    const [{ address, family }] = addresses as [{ address: string; family: number }]
    return answer(null, address, family)
  })

function headersOf(raw: NodeJS.Dict<string | string[]>): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(raw)) {
    for (const value of [values ?? []].flat()) headers.append(name, value)
  }
  return headers
}

const privateAddress = () => new Error('the address is not public')
