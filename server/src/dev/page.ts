/** The inbox as a page: plain HTML, no script. */
import { html } from 'hono/html'
import type { Letter } from './inbox.ts'

export const STYLE_PATH = '/page.css'

export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; margin: 1rem 0; padding: 0 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
`

/** Everything that a letter says is escaped. */
export function inboxPage(letters: readonly Letter[]) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Inbox · Keywright development server</title>
<link rel="stylesheet" href="/dev${STYLE_PATH}">
</head>
<body>
<h1>Inbox</h1>
<p>Mails and text messages of this development server, newest first. Nothing leaves this machine.</p>
${letters.length === 0 ? html`<p>Nothing was sent yet.</p>` : letters.map(letterArticle)}
</body>
</html>`
}

function letterArticle({ id, kind, to, subject, text, organizationId, receivedAt }: Letter) {
  const time = new Date(receivedAt).toISOString()
  return html`<article id="message-${id}">
<h2>${subject ?? (kind === 'sms' ? 'Text message' : 'Mail')}</h2>
<dl><dt>To</dt><dd>${to}</dd><dt>Time</dt><dd><time datetime="${time}">${time}</time></dd>
<dt>Organization</dt><dd>${organizationId}</dd></dl>
<pre>${text}</pre>
</article>`
}
