/** What this server is, as a page. */
import { html } from 'hono/html'
import { facts, type Html, hex, layout, time } from './layout.ts'

export interface About {
  readonly organizationId: string
  readonly apiPublicKey: string
  readonly signerPublicKey: string
  readonly issuer: string
  readonly now: number
}

/** Public halves only: the private key stands in the terminal. */
export const overviewPage = (url: string, about: About): Html =>
  layout(
    'Overview',
    'For development only: its keys are printed and kept unprotected.',
    html`<article>
${facts([
  ['Base URL', hex(url)],
  ['Organization', hex(about.organizationId)],
  ['API public key', hex(about.apiPublicKey)],
  ['Signer public key', hex(about.signerPublicKey)],
  ['Issuer of test tokens', hex(about.issuer)],
  ['Time of the server', time(about.now)],
])}
</article>
<p>Everything else is at routes for programs, described with the calls in <a href="/dev/openapi.json">openapi.json</a>: the clock, faults, snapshots, test tokens.</p>`,
  )
