/** `npm start`: serves the page and `/keywright`. With `--built`, the page that `npm run build` made. */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createClient, readSettings, run } from '../keywright.ts'
import { createHandler } from './handler.ts'
import { securityHeaders } from './securityHeaders.ts'

await run(async () => {
  const setting = readSettings('.env.server')
  await createClient(setting).whoami()
  const handle = createHandler(setting)
  const app = new Hono()
  app.use(bodyLimit({ maxSize: 1024 * 1024 }))
  app.all('/keywright', ({ req }) => handle(req.raw))
  app.all('/rpc', ({ req }) => handle(req.raw))
  const answer = getRequestListener(app.fetch)

  const server = createServer()
  if (process.argv.includes('--built')) {
    const headers = Object.entries(securityHeaders(setting))
    app.use(
      (context, next) => {
        for (const [name, value] of headers) context.header(name, value)
        return next()
      },
      serveStatic({ root: 'dist' }),
    )
    server.on('request', answer)
  } else {
    const { createServer: createVite } = await import('vite')
    const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
    server.on('request', (request, response) => {
      const isOurs = /^\/(keywright|rpc)$/.test(request.url ?? '')
      if (isOurs) answer(request, response)
      else vite.middlewares(request, response)
    })
  }
  const port = Number(process.env.PORT || 3000)
  // By name: passkeys belong to a name, not to an address.
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(port, 'localhost', done)
  })
  console.log(`Open http://localhost:${port}`)
})
