/** Parses and checks the base URL of the local server. */

/** Loopback sources for the content security policy. */
export const LOOPBACK_SOURCES = ['http://127.0.0.1:*', 'http://localhost:*'] as const

const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost']

/** Reads a base URL. Only http on loopback is accepted. @returns it without the path of the call */
export function readTarget(text: string): { readonly base?: string; readonly problem?: string } {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return { problem: 'Write a whole address, such as http://127.0.0.1:8787.' }
  const url = new URL(trimmed)
  if (url.username !== '' || url.password !== '')
    return { problem: 'Remove the name and password from the address.' }
  if (url.protocol !== 'http:' || !LOOPBACK.includes(url.hostname))
    return {
      problem:
        'This page sends requests only to http://127.0.0.1 and http://localhost. For another server, use the curl or SDK code under “Copy as code”.',
    }
  if (url.search !== '' || url.hash !== '')
    return { problem: 'Remove the part after ? or #. The path of the call is added to the address.' }
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/public\/v1$/, '')}` }
}
