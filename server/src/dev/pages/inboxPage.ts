/** The inbox as a page. */

import type { Letter } from '@keywright/devhost'
import { html } from 'hono/html'
import { facts, type Html, hex, layout, time } from './layout.ts'

export const inboxPage = (letters: readonly Letter[]): Html =>
  layout(
    'Inbox',
    'Mails and text messages, newest first. Nothing leaves this machine.',
    letters.length === 0 ? html`<p>Nothing was sent yet.</p>` : letters.map(letterArticle),
  )

function letterArticle({ id, kind, to, subject, text, organizationId, receivedAt }: Letter): Html {
  return html`<article id="message-${id}">
<div class="line"><h2>${subject ?? 'Text message'}</h2><span class="end">${kind === 'sms' ? 'SMS' : 'mail'} · ${time(receivedAt)}</span></div>
${facts([
  ['To', to],
  ['Organization', hex(organizationId)],
])}
<pre>${text}</pre>
</article>`
}
