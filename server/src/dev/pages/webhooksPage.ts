/** Webhook deliveries as a page, with a button that sends one again. */

import type { SeenDelivery, WebhookTry } from '@keywright/devhost'
import { html } from 'hono/html'
import { facts, type Html, hex, layout, time } from './layout.ts'

export const webhooksPage = (deliveries: readonly SeenDelivery[]): Html =>
  layout(
    'Webhooks',
    'Deliveries with all their tries, newest first.',
    deliveries.length === 0 ? html`<p>Nothing was delivered yet.</p>` : deliveries.map(deliveryArticle),
  )

function deliveryArticle({ id, url, organizationId, eventType, body, tries }: SeenDelivery): Html {
  return html`<article id="delivery-${id}">
<div class="line"><h2>${eventType}</h2>${outcomeOf(tries.at(-1))}<span class="end">${tries.length} ${tries.length === 1 ? 'try' : 'tries'}</span></div>
${facts([
  ['To', url],
  ['Event', hex(id)],
  ['Organization', hex(organizationId)],
  ...tries.map((made, n) => [`Try ${n + 1}`, tryLine(made)] as const),
])}
<details><summary>Body</summary><pre>${indent(body)}</pre></details>
<form method="post" action="/dev/webhooks/${id}/replay"><button>Send again</button></form>
</article>`
}

const LOOKS = { DELIVERED: 'done', REFUSED: 'refused', RETRY: 'waiting' } as const

const outcomeOf = (last: WebhookTry | undefined): Html =>
  last ? html`<span class="state ${LOOKS[last.outcome]}">${last.outcome}</span>` : html``

const tryLine = ({ at, status, error, outcome }: WebhookTry): Html =>
  html`${time(at)}: ${status === undefined ? error : `HTTP ${status}`}, ${outcome}`

/** JSON is shown in lines; it was posted in one. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
