/** Errors of a client: a code to switch on, the server's message, and no secrets. */
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import type { Check } from '../check.ts'
import { need } from '../finding.ts'
import { firstOf, type Observer, openObserver } from '../observer.ts'
import type { ErrorAnswer } from '../protocol.ts'
import { addUser, credentialOf, shorten, type World } from '../world.ts'
import { WALLET, walletOf } from './requests.ts'

const CODES = '/api-overview/errors#error-code'
const CLIENT_ERRORS = '/sdks/advanced/keywright-client'

/** Codes that reveal nothing about the cause, from the language or its parsers. */
const NAMELESS = /^(|Error|UNKNOWN|TypeError|SyntaxError|JSON::ParserError|undefined|null)$/

function needName({ code, message }: ErrorAnswer): void {
  need(!NAMELESS.test(code), `the error has no code to switch on: ${code}: ${shorten(message)}`)
}

/** Requires the last server response in the error: its message and its error code. */
function needServersMessage(error: ErrorAnswer, { requests }: Observer): void {
  const { message, details } = JSON.parse(firstOf(requests.slice(-1)).answer) as {
    message: string
    details: { errorCode?: string }[]
  }
  const said = JSON.stringify(error)
  const name = details.find(({ errorCode }) => errorCode !== undefined)!.errorCode!
  need(
    said.includes(JSON.stringify(message).slice(1, -1)),
    `the server’s message is missing: ${shorten(said)}`,
  )
  need(said.includes(name), `the error code ${name} is missing: ${shorten(said)}`)
}

function needAddress(error: ErrorAnswer, url: string): void {
  need(JSON.stringify(error).includes(new URL(url).host), `the address is missing: ${shorten(error.message)}`)
}

const html = (status: number) =>
  new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } })

function refusal(id: string, requires: string, changes: (world: World) => Promise<object>): Check {
  return {
    id,
    group: 'errors',
    requires,
    source: CODES,
    async run(world) {
      const observer = await world.observe()
      const client = await world.connect(observer, await changes(world))
      needServersMessage(await world.error('whoami', { client }), observer)
    },
  }
}

/** The engine's own error for a request that the kit stamps with this time. */
function clockCheck(id: string, requires: string, aheadMs: number): Check {
  return {
    id,
    group: 'errors',
    requires,
    source: '/api-overview/submissions',
    async run(world) {
      const { client: root } = await world.organization()
      const observer = await world.observe(async () => {
        const timestampMs = String(Date.now() + aheadMs)
        const { url, body, stamp } = await root.stampCreateWallet({ timestampMs, ...walletOf('late') })
        const headers = { [stamp.stampHeaderName]: stamp.stampHeaderValue }
        return world.kw.fetch(url, { method: 'POST', body, headers })
      })
      const client = await world.connect(observer)
      const error = await world.error('submit', { client, type: WALLET, parameters: walletOf('late') })
      needServersMessage(error, observer)
      const { length } = observer.requests
      need(length === 1, `it was posted ${length} times`)
    },
  }
}

const HOUR_MS = 3_600_000

export const errorChecks: readonly Check[] = [
  refusal(
    'error-key',
    'For an unregistered key, the client reports the server’s message and the error code.',
    async () => ({
      credential: credentialOf(generateApiKeyPair(platformRandom)),
    }),
  ),
  refusal(
    'error-organization',
    'For an unknown organization, the client reports the server’s message and the error code.',
    async () => ({
      organizationId: '00000000-0000-4000-8000-000000000000',
    }),
  ),
  {
    id: 'error-field',
    group: 'errors',
    requires: 'For an invalid member, the client reports its path.',
    source: '/api-overview/errors#field-violations',
    async run(world) {
      const observer = await world.observe()
      const client = await world.connect(observer)
      const error = await world.error('submit', { client, type: WALLET, parameters: walletOf('') })
      needServersMessage(error, observer)
      need(
        /"field":"[\w.]*walletName"/.test(JSON.stringify(error)),
        `the path is missing: ${shorten(JSON.stringify(error))}`,
      )
    },
  },
  {
    id: 'error-policy',
    group: 'errors',
    requires: 'For a rejection by policies, the client reports the outcome of each policy.',
    source: '/api-overview/errors#policy-outcomes',
    async run(world) {
      const key = await addUser(await world.organization(), 'without grants')
      const observer = await world.observe()
      const client = await world.connect(observer, { credential: credentialOf(key) })
      const error = await world.error('submit', { client, type: WALLET, parameters: walletOf('denied') })
      needServersMessage(error, observer)
      need(
        JSON.stringify(error).includes('policyEvaluations'),
        `the policy outcomes are missing: ${shorten(JSON.stringify(error))}`,
      )
    },
  },
  {
    id: 'error-html',
    group: 'errors',
    requires: 'For an HTML page with status 200, the client reports an error name and the address.',
    source: CLIENT_ERRORS,
    async run(world) {
      const observer = await world.observe(async () => html(200))
      const error = await world.error('whoami', { client: await world.connect(observer) })
      needName(error)
      needAddress(error, observer.url)
    },
  },
  {
    id: 'error-html-refusal',
    group: 'errors',
    requires: 'For an HTML page with status 403, the client reports an error name and the status.',
    source: CLIENT_ERRORS,
    async run(world) {
      const observer = await world.observe(async () => html(403))
      const error = await world.error('whoami', { client: await world.connect(observer) })
      needName(error)
      need(JSON.stringify(error).includes('403'), `the status is missing: ${shorten(JSON.stringify(error))}`)
    },
  },
  {
    id: 'error-nobody',
    group: 'errors',
    requires: 'For an unreachable address, the client reports an error name and the address.',
    source: CLIENT_ERRORS,
    async run(world) {
      const gone = await openObserver(async () => new Response())
      await gone.close()
      const error = await world.error('whoami', { client: await world.connect(gone) })
      needName(error)
      needAddress(error, gone.url)
    },
  },
  {
    id: 'error-silence',
    group: 'errors',
    requires: 'If a server never responds, the client stops at the timeout and reports an error name.',
    source: CLIENT_ERRORS,
    async run(world) {
      const observer = await world.observe(async () => 'silence')
      const client = await world.connect(observer, { timeoutMs: 1_500 })
      needName(await world.error('whoami', { client }))
      firstOf(observer.requests)
    },
  },
  clockCheck(
    'clock-behind',
    'If the clock is two hours behind, the client reports the server’s message and doesn’t retry.',
    -2 * HOUR_MS,
  ),
  clockCheck(
    'clock-ahead',
    'If the clock is two hours ahead, the client reports the server’s message and doesn’t retry.',
    2 * HOUR_MS,
  ),
  {
    id: 'no-secrets',
    group: 'errors',
    requires: 'No error in the run contains a private key or a phrase.',
    source: CLIENT_ERRORS,
    async run(_, { secrets, errors }) {
      const talkative = errors.find((error) => [...secrets].some((secret) => error.includes(secret)))
      need(talkative === undefined, () => {
        const [secret] = [...secrets].filter((text) => talkative!.includes(text))
        return `an error holds one: ${shorten(talkative!.replaceAll(secret!, '[the secret]'))}`
      })
    },
  },
]
