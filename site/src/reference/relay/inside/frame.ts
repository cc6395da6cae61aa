/**
 * The one script of the relay: a frame of an opaque origin, whose policy lets it connect where the pages' lets nobody.
 * It asks the reader itself, since no script of a page can press a button in here; then it narrows its own policy to
 * the one origin that was allowed, for good, and sends calls there.
 */
import type { FromRelay, ToRelay } from '../messages.ts'
import { RelayError, send } from './send.ts'

addEventListener('message', function ask({ source, data, ports }: MessageEvent) {
  const [port] = ports
  if (source !== parent || data?.kind !== 'ask' || !port || !isOrigin(data.origin)) return
  removeEventListener('message', ask)
  const tell = (message: FromRelay) => port.postMessage(message)
  const origin: string = data.origin
  const { words, button } = question(origin)
  document.body.replaceChildren(words, button)
  new ResizeObserver(() => tell({ kind: 'height', height: document.body.offsetHeight })).observe(
    document.body,
  )
  button.addEventListener('click', function allow({ isTrusted }) {
    if (!isTrusted) return
    button.removeEventListener('click', allow)
    narrowPolicy(origin)
    port.onmessage = ({ data }: MessageEvent<ToRelay>) => void serve(data, origin, tell)
    document.body.replaceChildren(allowed(origin))
    tell({ kind: 'allowed' })
  })
})
parent.postMessage({ kind: 'relay ready' }, '*')

const isOrigin = (text: unknown): text is string =>
  typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text)

function question(origin: string) {
  const words = document.createElement('p')
  words.append(
    'What you send from here goes to ',
    code(origin),
    ': the body and its stamp. Your private key does not.',
  )
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = `Allow sending to ${origin}`
  return { words, button }
}

function allowed(origin: string): HTMLElement {
  const words = document.createElement('p')
  words.setAttribute('role', 'status')
  words.append('✓ Allowed: calls to ', code(origin), ' and nowhere else, until this console closes.')
  return words
}

function code(text: string): HTMLElement {
  const element = document.createElement('code')
  element.textContent = text
  return element
}

/** A document obeys all of its policies, and none can be taken back: what is left is what both allow. */
function narrowPolicy(origin: string): void {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `connect-src ${origin}`
  document.head.append(policy)
}

async function serve(message: ToRelay, origin: string, tell: (message: FromRelay) => void): Promise<void> {
  const { id, request } = message
  try {
    const answer = await send(request, origin, {
      fetch: (...words) => fetch(...words),
      isOnline: () => navigator.onLine,
      timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    })
    tell({ kind: 'answer', id, answer })
  } catch (error) {
    tell({ kind: 'failed', id, failure: error instanceof RelayError ? error.failure : 'NOT_ALLOWED' })
  }
}
