/** The format of requests. */
import { parseUtf8 } from '@keywright/keys'
import type { Check } from '../check.ts'
import { need } from '../finding.ts'
import { firstOf, type Seen } from '../observer.ts'

export const WALLET = 'ACTIVITY_TYPE_CREATE_WALLET'
export const walletOf = (walletName: string) => ({ walletName, accounts: [] })
export const bodyOf = ({ body }: Seen) => JSON.parse(parseUtf8(body, 'body')) as Record<string, unknown>

/** Enough requests that some fall into the same millisecond. */
const AT_ONCE = 20

export const requestChecks: readonly Check[] = [
  {
    id: 'submit-frame',
    group: 'requests',
    requires: 'A submit has type, timestampMs as a decimal string, organizationId and parameters.',
    source: '/api-overview/submissions',
    async run(world) {
      const observer = await world.observe()
      const client = await world.connect(observer)
      await world.result('submit', { client, type: WALLET, parameters: walletOf('frame') })
      const seen = firstOf(observer.requests)
      const { type, timestampMs, organizationId, parameters } = bodyOf(seen!)
      need(seen!.path === '/public/v1/submit/create_wallet', `it was posted to ${seen!.path}`)
      need(type === WALLET, `type is ${type}`)
      need(
        typeof timestampMs === 'string' && /^\d{13}$/.test(timestampMs),
        `timestampMs is ${JSON.stringify(timestampMs)}`,
      )
      need(organizationId === client.organizationId, `organizationId is ${organizationId}`)
      need(
        (parameters as { walletName?: string })?.walletName === 'frame',
        `parameters are ${JSON.stringify(parameters)}`,
      )
    },
  },
  {
    id: 'equal-submits',
    group: 'requests',
    requires: 'Twenty equal submits at the same time create twenty activities.',
    source: '/api-overview/submissions#fingerprint',
    async run(world) {
      const observer = await world.observe()
      const client = await world.connect(observer)
      const type = 'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION'
      const submit = () => world.result('submit', { client, type, parameters: {} })
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, submit))
      const { size } = new Set(answers.map(({ activityId }) => activityId))
      need(size === AT_ONCE, `${AT_ONCE} submits created ${size} activities`)
    },
  },
  {
    id: 'base-url-slash',
    group: 'requests',
    requires: 'A base URL that ends with a slash works, or the client rejects it before it sends anything.',
    source: '/sdks/advanced/keywright-client',
    async run(world) {
      const observer = await world.observe()
      const client = await world.connect({ url: `${observer.url}/` })
      try {
        await world.result('whoami', { client })
      } catch (error) {
        const [seen] = observer.requests
        need(seen === undefined, `it was posted to ${seen?.path}: ${(error as Error).message}`)
        throw error
      }
      firstOf(observer.requests)
    },
  },
  {
    id: 'no-redirects',
    group: 'requests',
    requires: 'The client doesn’t follow redirects, so stamp and body never reach another address.',
    source: 'RFC 9110 §15.4.8',
    async run(world) {
      const elsewhere = await world.observe()
      const observer = await world.observe(async ({ path }) => {
        return new Response(null, { status: 307, headers: { location: elsewhere.url + path } })
      })
      const client = await world.connect(observer)
      await world.either('submit', { client, type: WALLET, parameters: walletOf('moved') })
      firstOf(observer.requests)
      const followed = elsewhere.requests.find(({ headers }) => 'x-stamp' in headers)
      need(followed === undefined, 'the signed request was posted to another address')
    },
  },
  {
    id: 'unknown-members',
    group: 'requests',
    requires: 'The client ignores unknown members of a response.',
    source: '/api-overview/introduction',
    async run(world) {
      const observer = await world.observe(async (_, next) => {
        const answer = (await (await next()).json()) as Record<string, unknown>
        return Response.json({ ...answer, futureMember: { of: ['a', 'later', 'release'] } })
      })
      const client = await world.connect(observer)
      await world.result('whoami', { client })
      firstOf(observer.requests)
      await world.result('submit', { client, type: WALLET, parameters: walletOf('future') })
    },
  },
]
