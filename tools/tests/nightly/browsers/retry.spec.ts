/** A part of the site whose files fail to load shows an error, and loads with Retry once they are available. */
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { siteHandler } from '../../../../site/builder/server/handler.ts'
import { repositoryRoot } from '../../../../site/builder/site.ts'
import { FIRST_EXAMPLE } from '../../../../site/src/frame/shellIds.ts'
import { inEach } from './inEach.ts'
import { COMPLETE, clickOn, type Reader, textOf, until } from './reader.ts'

const BOX = '#main .error-box'
const built = join(repositoryRoot, process.env.KEYWRIGHT_TEST_SITE ?? 'site/dist')

const LEFT_OUT = {
  leftOut: { WebKit: 'its build for this system does not request a script again after two failures' },
}

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
  LEFT_OUT,
)

inEach(
  'Retry loads an editor that failed to load, at the latest after the reload that its message suggests',
  async (reader) => {
    const host = await startHost(/^\/assets\/Editor-/)
    try {
      await openEditor(reader, host)
    } finally {
      await host.close()
    }
  },
  LEFT_OUT,
)

async function openEditor(reader: Reader, host: Host): Promise<void> {
  const example = `document.getElementById('${FIRST_EXAMPLE}')`
  const edit = `[...${example}.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Edit')`
  const fails = `document.querySelector('#main [role=alert] button')`
  const opened = `[...${example}.querySelectorAll('*')].some((one) => (one.shadowRoot ?? one).querySelector('.cm-content'))`
  await reader.open(`${host.address}/getting-started/quickstart`)
  await until(reader, COMPLETE)
  await clickOn(reader, edit)
  await until(reader, fails)
  host.sendsScripts = true
  await clickOn(reader, fails)
  const suggests = `document.querySelector('#main [role=alert]')?.textContent.includes('reload the page')`
  await until(reader, `${opened} || ${suggests}`)
  if (await reader.look(opened)) return
  // Firefox requests it again in another document only.
  await reader.open(`${host.address}/getting-started/quickstart`)
  await until(reader, COMPLETE)
  await clickOn(reader, edit)
  await until(reader, opened)
}

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
  /** Whether to serve the scripts that fail at first. */
  sendsScripts: boolean
  close(): Promise<void>
}

async function startHost(part = /^\/assets\/(?!boot-).*\.js$/): Promise<Host> {
  const handle = siteHandler(built)
  const server: Server = createServer((request, response) => {
    const isPart = part.test(request.url ?? '')
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
