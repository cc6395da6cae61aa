/** Builds the console as a single HTML file that contacts only its own server. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @typedef {object} Page
 * @property {string} html
 * @property {string} contentSecurityPolicy allows the page's own script and style by their hashes
 * @property {string[]} inputs source files, relative to this package
 */

/** @returns {Promise<Page>} */
export async function buildPage() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/page/main.tsx'],
    outdir: 'page',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    metafile: true,
    write: false,
  })
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text
  // The script must not contain its own closing tag.
  const script = textOf('.js').replaceAll('</script', '<\\/script')
  const style = textOf('.css').replaceAll('</style', '<\\/style')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Keywright development server</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="root"><noscript>This console needs JavaScript. Everything it shows is at the routes of /dev/openapi.json, too.</noscript></div>
<script type="module">${script}</script>
</body>
</html>
`
  const contentSecurityPolicy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, contentSecurityPolicy, inputs: Object.keys(metafile.inputs) }
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
