/** The frame as a page, for applications that host the frame. */

export interface FramePageOptions {
  /** Address of the module that calls `startFrame`, on the frame's own origin. */
  readonly scriptUrl: string
  /** Origins of the pages that may use the frame. */
  readonly allowedOrigins: readonly string[]
  /** Address of a stylesheet on the frame's own origin. */
  readonly styleUrl?: string
}

/** The document. It contains no inline script, so the strictest content security policy works. */
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

/** The headers to serve it with. They control who may embed the frame, and let nothing leave it. */
export const framePageHeaders = ({ allowedOrigins }: FramePageOptions): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${allowedOrigins.join(' ')}`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
})

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
