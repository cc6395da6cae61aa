/** Adds security headers to pages. Next.js gives the nonce of the request's policy to its inline scripts. */
import { type NextRequest, NextResponse } from 'next/server'
import { readSettings } from './keywright.ts'
import { securityHeaders } from './server/securityHeaders.ts'

export function proxy({ headers }: NextRequest): NextResponse {
  // The development server evaluates code from strings.
  if (process.env.NODE_ENV !== 'production') return NextResponse.next()
  const added = securityHeaders(readSettings('.env.server'), crypto.randomUUID())
  const request = { headers: new Headers([...headers, ...Object.entries(added)]) }
  return NextResponse.next({ request, headers: added })
}
