/** A part of the site whose files fail to load shows an error, and loads with Retry once they are available. */
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { siteHandler } from '../../../../site/builder/server/handler.ts'
import { repositoryRoot } from '../../../../site/builder/site.ts'
import { inEach } from './inEach.ts'
import { type Reader, textOf, until } from './reader.ts'

const BOX = '#main .error-box'
const built = join(repositoryRoot, process.env.KEYWRIGHT_TEST_SITE ?? 'site/dist')

inEach(
  'Retry loads a part whose scripts failed to load',
  async (reader) => {
    const host = await startHost()
    try {
      await walk(reader, host)
    } finally {
      await host.close()
    }
  },
  { leftOut: { WebKit: 'its build for this system does not request a script again after two failures' } },
)

async function walk(reader: Reader, host: Host): Promise<void> {
  await reader.open(`${host.address}/api/`)
  await until(reader, `document.querySelector('${BOX}')`)
  expect(await reader.look(textOf(`${BOX} h2`))).toBe('The API description could not be loaded')
  host.sendsScripts = true
  await reader.look(`document.querySelector('${BOX} button').click()`)
  await until(reader, `document.querySelector('.reference-shared .field-tree')`, textOf(BOX))
}

interface Host {
  readonly address: string
  /** Whether to serve scripts other than the one on every page. */
  sendsScripts: boolean
  close(): Promise<void>
}

async function startHost(): Promise<Host> {
  const handle = siteHandler(built)
  const server: Server = createServer((request, response) => {
    const isPart = /^\/assets\/(?!boot-).*\.js$/.test(request.url ?? '')
    if (isPart && !host.sendsScripts) request.socket.destroy()
    else void handle(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  const host: Host = {
    address: `http://127.0.0.1:${address.port}`,
    sendsScripts: false,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return host
}
