import { getRequestListener } from '@hono/node-server'
import { type Connect, defineConfig, loadEnv, type Plugin } from 'vite'
import { createProxy, readSettings } from './server/keywright.ts'

export default defineConfig(({ mode }) => {
  const settings = readSettings({ ...process.env, ...loadEnv(mode, process.cwd(), 'KEYWRIGHT_') })
  const { apiBaseUrl, defaultOrganizationId } = settings
  return {
    plugins: [proxyAt('/keywright', getRequestListener(createProxy(settings)))],
    // All that the page may know.
    define: { __KEYWRIGHT__: JSON.stringify({ apiBaseUrl, defaultOrganizationId }) },
  }
})

const proxyAt = (path: string, listener: Connect.SimpleHandleFunction): Plugin => ({
  name: 'keywright-proxy',
  configureServer: ({ middlewares }) => void middlewares.use(path, listener),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(path, listener),
})
