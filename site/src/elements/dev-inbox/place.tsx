import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Inbox of the sandbox',
  height: 'middle',
  Fallback: () => (
    <p>
      With scripts, what the engine sends arrives here: one-time codes, credential bundles and links, by email
      and by text message. Nothing leaves your browser. With a local server, read the same inbox at{' '}
      <code>/dev/inbox</code>.
    </p>
  ),
}
