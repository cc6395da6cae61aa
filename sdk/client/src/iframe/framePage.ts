/** The frame as a page, for whoever hosts it. */

export interface FramePageOptions {
  /** Address of the module that calls `startFrame`, of the frame's own origin. */
  readonly scriptUrl: string
  /** Origins of the pages that may use the frame. */
  readonly allowedOrigins: readonly string[]
  /** Address of a stylesheet of the frame's own origin, for what it shows. */
  readonly styleUrl?: string
}

/** The document. It holds no script of its own, so that the strictest policy fits. */
export const framePage = ({ scriptUrl, styleUrl }: FramePageOptions): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Keywright</title>
${styleUrl === undefined ? '' : `<link rel="stylesheet" href="${escapeAttribute(styleUrl)}">\n`}<script type="module" src="${escapeAttribute(scriptUrl)}"></script>
</head>
<body></body>
</html>
`

/** The headers to serve it with: who may frame it, and that nothing leaves it. */
export const framePageHeaders = ({ allowedOrigins }: FramePageOptions): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${allowedOrigins.join(' ')}`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
})

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
