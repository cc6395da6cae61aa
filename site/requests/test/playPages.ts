/** Runs the commands of pages and reference in order, like a reader. */
import { execFileSync } from 'node:child_process'
import { KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import { type CallName, calls } from '@keywright/contract'
import { createDevhost, createMemoryHomes, type Devhost, openDevState } from '@keywright/devhost'
import { createMemoryStore } from '@keywright/engine'
import { apiKeyStamper } from '@keywright/engine/test'
import { p256PublicKeyOf, parseHex, toHex, toUtf8 } from '@keywright/keys'
import { createTestHost } from 'keywright/test/testHost.ts'
import { exampleOf } from '../../src/mdx/exampleOf.ts'
import { callExample, commandExample, pretty, quoted } from '../../src/reference/examples.ts'
import type { Body, PageRequest } from '../pageRequests.ts'
import { SENT_AT } from './examplesState.ts'

const URL_OF_DEV = 'http://127.0.0.1:8787'

export interface Played extends PageRequest {
  readonly exitCode: number
  /** Output of the command. */
  readonly said: string
  /** The engine's response to the page's call. */
  readonly answer: Body | undefined
}

/** Forms of a request, by tab. */
export type Tab = 'TypeScript' | 'Command line' | 'HTTP' | 'curl'

/** Opens a development server with `state`. */
export async function openDev(state: string): Promise<Devhost> {
  const homes = createMemoryHomes(now)
  const dev = await createDevhost({
    store: createMemoryStore(),
    homes,
    state: await openDevState(homes.state),
    url: URL_OF_DEV,
    reach: async () => new Response(),
    timers: { every: () => () => undefined, wait: async () => undefined },
    now,
  })
  await dev.importState([state])
  return dev
}

const now = () => SENT_AT

interface Playing {
  readonly tab?: Tab
  /** By call, the private key that stamps it instead of the root user's. */
  readonly keys?: Readonly<Partial<Record<CallName, string>>>
}

/** @param state the snapshot that each page starts with */
export async function playPages(
  requests: readonly PageRequest[],
  state: string,
  { tab = 'Command line', keys = {} }: Playing = {},
): Promise<Played[]> {
  const dev = await openDev(state)
  const lines =
    tab === 'TypeScript' || tab === 'curl' ? [] : readShell(requests.map((one) => typedOf(one, tab)))
  const played: Played[] = []
  let file = ''
  for (const [n, request] of requests.entries()) {
    if (request.file !== file) await dev.importState([state])
    file = request.file
    let answer: Body | undefined
    const { organizationId, apiKey } = dev.running().state
    const post = async (sent: Request) => {
      const response = await dev.handle(sent)
      if (sent.url.endsWith(`/${request.call}`)) answer = (await response.clone().json()) as Body
      return response
    }
    const privateKey = keys[request.call] ?? apiKey.privateKey
    const type = (words: readonly string[]) =>
      createTestHost({
        env: {
          KEYWRIGHT_BASE_URL: URL_OF_DEV,
          KEYWRIGHT_ORGANIZATION_ID: organizationId,
          KEYWRIGHT_API_PRIVATE_KEY: privateKey,
        },
        answer: 'y',
        clock: now,
        fetch: (url, init) => post(new Request(url as string, init)),
      }).run(...words)
    const runCode = async () => {
      const apiPublicKey = toHex(p256PublicKeyOf(parseHex(privateKey, 'private key')))
      const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey: privateKey })
      const config = { baseUrl: URL_OF_DEV, organizationId, fetch: post, now }
      await new AsyncFunction('client', callExample(exampleOf(request.call, request.body)))(
        new KeywrightClient(config, stamper),
      )
      return { exitCode: 0, out: '', err: '' }
    }
    const runCurl = async () => {
      const text = JSON.stringify(request.body)
      const stamp = apiKeyStamper({ ...apiKey, privateKey, curve: 'API_KEY_CURVE_P256' })
      const [name, value] = stamp(toUtf8(text))
      const { path } = calls[request.call]
      const sent = { method: 'POST', headers: { [name]: value }, body: text }
      const { ok } = await post(new Request(`${URL_OF_DEV}${path}`, sent))
      return { exitCode: ok ? 0 : 1, out: JSON.stringify(answer), err: '' }
    }
    const { exitCode, out, err } = await (tab === 'TypeScript'
      ? runCode()
      : tab === 'curl'
        ? runCurl()
        : type(lines[n] ?? []))
    await dev.running().engine.idle()
    played.push({ ...request, exitCode, said: out + err, answer })
  }
  await dev.close()
  return played
}

const AsyncFunction = (async () => undefined).constructor as new (
  ...text: string[]
) => (client: KeywrightClient) => Promise<void>

const typedOf = ({ call, body }: PageRequest, tab: Tab): string =>
  tab === 'HTTP'
    ? `npx keywright request ${call} ${quoted(pretty(body))}`
    : commandExample(exampleOf(call, body))

/** Splits the commands after `npx keywright` into words, like a shell. */
function readShell(commands: readonly string[]): string[][] {
  const script = ['npx() { shift; printf "%s\\0" "$@"; printf "\\0"; }', ...commands].join('\n')
  const out = execFileSync('sh', ['-s'], { input: script, encoding: 'utf8' })
  return out
    .split('\0\0')
    .slice(0, -1)
    .map((line) => line.split('\0'))
}
