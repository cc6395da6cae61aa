/** The last requests as a page: who stamped, what the policies said, what came of it. */

import type { LoggedRequest } from '@keywright/devhost'
import { html } from 'hono/html'
import { facts, type Html, hex, layout, time } from './layout.ts'

export const requestsPage = (requests: readonly LoggedRequest[]): Html =>
  layout(
    'Requests',
    'The last requests to the API, newest first: the stamp, the decision of the policies, the outcome.',
    requests.length === 0 ? html`<p>No request came yet.</p>` : requests.map(requestArticle),
  )

function requestArticle(request: LoggedRequest): Html {
  const { call, method, path, status, stamp, activity, error, explanation } = request
  return html`<article id="request-${request.id}">
<div class="line"><h2>${call ?? `${method} ${path}`}</h2>${outcomeOf(request)}<span class="end">${request.milliseconds} ms · ${time(request.at)}</span></div>
${facts([
  ['Error', error && `${error.errorCode ?? `code ${error.code}`}: ${error.message}`],
  ['Stamp', stamp.header && `${stamp.header}: ${stamp.check}`],
  ['Stamp', stamp.header === null && status !== 404 ? 'none' : null],
  ['Key', hex(stamp.publicKey)],
  ['Organization', hex(request.organizationId)],
  ['Type', request.type],
  ['Activity', hex(activity?.id)],
  ['Decision', explanation && `${explanation.decision.verdict}: ${explanation.decision.reason}`],
])}
${explanation ? html`<details><summary>Why</summary><pre>${JSON.stringify(explanation, undefined, 2)}</pre></details>` : ''}
</article>`
}

/** The state in a word, never by colour alone. */
function outcomeOf({ status, activity }: LoggedRequest): Html {
  const word = activity?.status.replace('ACTIVITY_STATUS_', '')
  const isBad = status >= 400 || word === 'FAILED' || word === 'REJECTED'
  const look = isBad ? 'refused' : word === undefined || word === 'COMPLETED' ? 'done' : 'waiting'
  return html`<span class="state ${look}">${status}${word === undefined ? '' : ` ${word}`}</span>`
}
