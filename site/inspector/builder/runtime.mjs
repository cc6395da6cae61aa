import { fileURLToPath } from 'node:url'

/** What browsers load for React: Preact, a sixth of its size. Sources and rendering at build time stay React. */
export const runtime = {
  react: fileURLToPath(new URL('react.mjs', import.meta.url)),
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
}

/** Plugin for Vite and Vitest: gives code for browsers, and tests with a document, the runtime that readers load. */
export const browserRuntime = {
  name: 'keywright:browser-runtime',
  enforce: 'pre',
  resolveId(source, importer) {
    const isReplaced = this.environment.name === 'client' && Object.hasOwn(runtime, source)
    return isReplaced ? this.resolve(runtime[source], importer) : null
  },
}
