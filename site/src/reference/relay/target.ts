/** Where requests of the console go other than to the sandbox: a base URL, read before anything is asked of it. */

export interface RelayTarget {
  /** Such as `https://keys.example/team`; calls follow as `/public/v1/…`. */
  readonly base: string
  readonly origin: string
  /** It names this device. */
  readonly isHere: boolean
  /** The page came by https, and this does not. */
  readonly isMixed: boolean
}

export type ReadTarget = RelayTarget | { readonly problem: string }

const LOOPBACK = ['localhost', '127.0.0.1']

/** @param page the address of the page that would send */
export function readTarget(text: string, page: URL): ReadTarget {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return { problem: 'Write a whole address, such as http://127.0.0.1:8787.' }
  const url = new URL(trimmed)
  if (!/^https?:$/.test(url.protocol))
    return { problem: `Only http and https are sent to, not ${url.protocol}` }
  if (url.username !== '' || url.password !== '')
    return { problem: 'Leave name and password out: an address is shown and kept, a secret is neither.' }
  if (url.search !== '' || url.hash !== '')
    return { problem: 'Leave out what stands after ? and #: calls follow the address as /public/v1/….' }
  if (url.hostname.startsWith('['))
    return { problem: 'Write 127.0.0.1, or a name: a content policy cannot name an IPv6 address.' }
  const isHere = LOOPBACK.includes(url.hostname)
  const isMixed = page.protocol === 'https:' && url.protocol === 'http:'
  if (isMixed && !isHere)
    return {
      problem:
        'Browsers let a page that came by https send nothing to http on another device (mixed content). Give that server https, or run the request below in your terminal.',
    }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/public\/v1$/, '')}`
  return { base, origin: url.origin, isHere, isMixed }
}
