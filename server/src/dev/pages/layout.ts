/** What the pages of the development server have in common: plain HTML, no script, everything escaped. */
import { html } from 'hono/html'
import { STYLE_PATH } from './style.ts'

const PAGES = [
  ['/dev', 'Overview'],
  ['/dev/inbox.html', 'Inbox'],
  ['/dev/requests.html', 'Requests'],
  ['/dev/webhooks.html', 'Webhooks'],
] as const

type Title = (typeof PAGES)[number][1]
export type Html = ReturnType<typeof html>

/** @param note a sentence below the title */
export function layout(title: Title, note: string, content: Html | Html[]): Html {
  const links = PAGES.map(([path, name]) =>
    name === title
      ? html`<a href="${path}" aria-current="page">${name}</a>`
      : html`<a href="${path}">${name}</a>`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Keywright development server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev${STYLE_PATH}">
</head>
<body>
<header><strong>Keywright development server</strong><nav aria-label="Pages">${links}</nav></header>
<main>
<h1>${title}</h1>
<p class="note">${note}</p>
${content}
</main>
</body>
</html>`
}

export const time = (milliseconds: number): Html => {
  const iso = new Date(milliseconds).toISOString()
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace(/\.\d+Z/, ' UTC')}</time>`
}

/** Names and values, those without a value left out. */
export const facts = (
  rows: readonly (readonly [name: string, value: string | Html | null | undefined])[],
): Html =>
  html`<dl>${rows.map(([name, value]) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : ''))}</dl>`

export const hex = (text: string | null | undefined): Html | undefined =>
  text ? html`<span class="hex">${text}</span>` : undefined
