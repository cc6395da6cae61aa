/** Retries post the same bytes, so that nothing is executed twice. */
import type { Check } from '../check.ts'
import { need } from '../finding.ts'
import type { Reply, Script, Seen } from '../observer.ts'
import type { World } from '../world.ts'
import { WALLET, walletOf } from './requests.ts'

const RETRY = '/api-overview/errors#retry'
const FINGERPRINT = '/api-overview/submissions#fingerprint'

const unavailable = () =>
  Response.json({ code: 14, message: 'the service is not available', details: [] }, { status: 503 })

function atFirst(...replies: ((next: () => Promise<Response>) => Promise<Reply> | Reply)[]): Script {
  return async ({ path }, next) => {
    const reply = path.includes('/submit/') ? replies.shift() : undefined
    return reply ? reply(next) : next()
  }
}

function needSameBytes(requests: readonly Seen[]): readonly Seen[] {
  const submits = requests.filter(({ path }) => path.includes('/submit/'))
  const bodies = new Set(submits.map(({ body }) => Buffer.from(body).toString('base64')))
  need(bodies.size === 1, `${submits.length} attempts posted ${bodies.size} different bodies`)
  return submits
}

async function submitOnce(world: World, name: string, script: Script): Promise<readonly Seen[]> {
  const { client: root } = await world.organization()
  const observer = await world.observe(script)
  const client = await world.connect(observer)
  await world.result('submit', { client, type: WALLET, parameters: walletOf(name) })
  const submits = needSameBytes(observer.requests)
  const { wallets } = await root.listWallets()
  need(wallets.length === 1, `there are ${wallets.length} wallets instead of 1`)
  return submits
}

export const retryChecks: readonly Check[] = [
  {
    id: 'retry-unavailable',
    group: 'retries',
    requires: 'After 503, the client posts the same bytes again until it gets a response.',
    source: RETRY,
    run: async (world) => void (await submitOnce(world, 'unavailable', atFirst(unavailable, unavailable))),
  },
  {
    id: 'retry-reset',
    group: 'retries',
    requires: 'After a broken connection, the client posts the same bytes again.',
    source: RETRY,
    run: async (world) =>
      void (await submitOnce(
        world,
        'reset',
        atFirst(() => 'reset'),
      )),
  },
  {
    id: 'retry-lost-answer',
    group: 'retries',
    requires: 'If a response is lost after the request was executed, the retry doesn’t execute it again.',
    source: FINGERPRINT,
    async run(world) {
      const lose = async (next: () => Promise<Response>) => {
        await next()
        return 'reset' as const
      }
      await submitOnce(world, 'lost', atFirst(lose))
    },
  },
  {
    id: 'retry-after',
    group: 'retries',
    requires: 'After 429 with Retry-After, the client waits that long, then posts the same bytes.',
    source: 'RFC 9110 §10.2.3',
    async run(world) {
      const tooMany = () =>
        Response.json(
          { code: 8, message: 'too many requests', details: [] },
          { status: 429, headers: { 'retry-after': '1' } },
        )
      const [first, second] = await submitOnce(world, 'throttled', atFirst(tooMany))
      const waited = second!.at - first!.at
      need(waited >= 950, `it waited ${waited} ms instead of a second`)
    },
  },
  {
    id: 'retry-ends',
    group: 'retries',
    requires: 'If a server stays unavailable, the client stops after two to ten attempts.',
    source: RETRY,
    async run(world) {
      const observer = await world.observe(async () => unavailable())
      const client = await world.connect(observer)
      await world.error('submit', { client, type: WALLET, parameters: walletOf('never') })
      const { length } = needSameBytes(observer.requests)
      need(length >= 2 && length <= 10, `it was tried ${length} times`)
    },
  },
  {
    id: 'no-retry-refused',
    group: 'retries',
    requires: 'The client reports a rejection immediately and doesn’t retry.',
    source: RETRY,
    async run(world) {
      const observer = await world.observe()
      const client = await world.connect(observer)
      await world.error('submit', { client, type: WALLET, parameters: walletOf('') })
      need(observer.requests.length === 1, `it was posted ${observer.requests.length} times`)
    },
  },
  {
    id: 'resend',
    group: 'retries',
    requires:
      'A request without a response can be resent later with the same bytes, and creates one activity.',
    source: FINGERPRINT,
    async run(world) {
      const { client: root } = await world.organization()
      const lost = await world.observe(async (_, next) => {
        await next()
        return 'reset'
      })
      const again = await world.observe()
      const client = await world.connect(lost)
      const parameters = walletOf('again')
      await world.result('resend', { client, type: WALLET, parameters, again: again.url })
      needSameBytes([...lost.requests, ...again.requests])
      need(again.requests.length > 0, 'nothing was posted again')
      const { wallets } = await root.listWallets()
      need(wallets.length === 1, `there are ${wallets.length} wallets instead of 1`)
    },
  },
]
