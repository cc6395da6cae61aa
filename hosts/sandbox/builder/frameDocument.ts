/** Builds the document of an isolated frame: one script and a policy that allows only the given sources. */
import { createHash } from 'node:crypto'
import { rolldown } from 'rolldown'
import { strictBundle } from './strictBundle.ts'

export interface FrameOptions {
  readonly title: string
  readonly script: string
  readonly style?: string
  /** Sources by directive, in addition to the hashes of script and style. */
  readonly allowed: Readonly<Record<string, string>>
}

export interface FrameDocument {
  readonly html: string
  /** Headers for this document, instead of those for pages. */
  readonly headers: Readonly<Record<string, string>>
}

/** The policy is also in the document, for hosts that send no headers. */
export function frameDocument({ title, script, style, allowed }: FrameOptions): FrameDocument {
  const [code, css] = [script.trim(), style?.trim()]
  const { 'script-src': scripts, ...others } = allowed
  const policy = [
    "default-src 'none'",
    ['script-src', hashSource(code), ...(scripts ? [scripts] : [])].join(' '),
    ...(css ? [`style-src ${hashSource(css)}`] : []),
    ...Object.entries(others).map(([directive, sources]) => `${directive} ${sources}`),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="robots" content="noindex"><title>${title}</title>${css ? `<style>${css}</style>` : ''}</head><body><script>${code}</script></body></html>
`
  return {
    html,
    headers: {
      'Content-Security-Policy': `${policy}; sandbox allow-scripts; frame-ancestors 'self'`,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  }
}

/** https://www.w3.org/TR/CSP3/#grammardef-hash-source */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Bundles one script without imports. @param define values of its undeclared constants, as source text */
export async function bundleScript(
  input: string,
  define: Readonly<Record<string, string>> = {},
  format: 'iife' | 'cjs' = 'iife',
): Promise<string> {
  const strict = strictBundle()
  const bundle = await rolldown({ input, platform: 'browser', transform: { define }, ...strict.options })
  const { output } = await bundle.generate({ format, minify: true })
  await bundle.close()
  strict.assertNone()
  return output[0].code
}
