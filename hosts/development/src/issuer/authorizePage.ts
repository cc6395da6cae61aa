/** The page on which a developer chooses who signs in: a form without scripts, under a strict content policy. */
import { sha256, toBase64url, toUtf8 } from '@keywright/keys'
import type { AuthorizeRequest } from './authorizeRequest.ts'

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.4rem}
code{overflow-wrap:anywhere}
label{display:block;margin-block:1rem}
input{display:block;box-sizing:border-box;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.5rem;font:inherit}
p.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit}`

/** base64 with padding, as in content policies. */
const STYLE_HASH = `${toBase64url(sha256(toUtf8(STYLE)))
  .replaceAll('-', '+')
  .replaceAll('_', '/')}=`

/** @param action target URL of the form */
export function authorizePage(request: AuthorizeRequest, action: string): Response {
  const { clientId, redirectUri, loginHint = '' } = request
  const hidden = Object.entries(parametersOf(request))
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const isEmail = loginHint.includes('@')
  const body = `<h1>Sign in at the test issuer</h1>
<p><code>${escapeHtml(clientId)}</code> asks who you are. You go back to <code>${escapeHtml(redirectUri)}</code>.
This issuer is for development: it believes what you write here.</p>
<form method="post" action="${escapeHtml(action)}">${hidden}
<label>Subject <input name="subject" required maxlength="255" autocomplete="off" value="${escapeHtml(loginHint || 'alice')}"></label>
<label>Email (optional) <input name="email" type="email" autocomplete="off" value="${isEmail ? escapeHtml(loginHint) : ''}"></label>
<p class="buttons"><button name="decision" value="allow">Sign in</button>
<button name="decision" value="deny" formnovalidate>Say no</button></p>
</form>`
  return respondPage(200, 'Sign in', body, redirectUri)
}

export const refusalPage = (message: string): Response =>
  respondPage(
    400,
    'Not signed in',
    `<h1>Not signed in</h1><p>The app's request is invalid: ${escapeHtml(message)}.</p>`,
  )

const parametersOf = (request: AuthorizeRequest): Readonly<Record<string, string>> => ({
  response_type: 'code',
  code_challenge_method: 'S256',
  client_id: request.clientId,
  redirect_uri: request.redirectUri,
  code_challenge: request.codeChallenge,
  scope: request.scope,
  ...(request.state !== undefined && { state: request.state }),
  ...(request.nonce !== undefined && { nonce: request.nonce }),
})

function respondPage(status: number, title: string, body: string, redirectUri?: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
        // Browsers also apply this to the redirect after the form.
        `form-action 'self'${redirectUri === undefined ? '' : ` ${sourceOf(redirectUri)}`}`,
      ].join('; '),
      'x-content-type-options': 'nosniff',
      // This URL contains the app's URL, and the form needs the origin header.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}

/** A content policy source; private-use schemes of apps have no host. */
function sourceOf(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
