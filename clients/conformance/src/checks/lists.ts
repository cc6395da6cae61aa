/** Queries: pagination, and signatures as returned. */
import type { Check } from '../check.ts'
import { need } from '../finding.ts'
import { firstOf } from '../observer.ts'
import { bodyOf, walletOf } from './requests.ts'

export const listChecks: readonly Check[] = [
  {
    id: 'pages',
    group: 'lists',
    requires: 'Reading a list page by page, each after the last id, returns every entry exactly once.',
    source: '/api-overview/queries#pagination',
    async run(world) {
      const { client: root } = await world.organization()
      for (let n = 0; n < 5; n++) await root.createWallet(walletOf(`page ${n}`))
      const filterByType = ['ACTIVITY_TYPE_CREATE_WALLET'] as const
      const all = (await root.listActivities({ filterByType: [...filterByType] })).activities.map(
        ({ id }) => id,
      )
      const observer = await world.observe()
      const client = await world.connect(observer)
      const read: string[] = []
      for (let after: string | undefined; read.length <= all.length; after = read.at(-1)) {
        const paginationOptions = { limit: '2', ...(after !== undefined && { after }) }
        const input = { filterByType, paginationOptions }
        const { activities } = (await world.result('query', { client, call: 'list_activities', input })) as {
          activities?: { id: string }[]
        }
        if (!activities?.length) break
        need(activities.length <= 2, `a page of 2 has ${activities.length}`)
        read.push(...activities.map(({ id }) => id))
      }
      need(read.join() === all.join(), `${read.length} activities were read instead of ${all.length}`)
      const { paginationOptions } = bodyOf(firstOf(observer.requests)) as {
        paginationOptions?: { limit?: unknown }
      }
      need(paginationOptions?.limit === '2', `limit was sent as ${JSON.stringify(paginationOptions?.limit)}`)
    },
  },
  {
    id: 'empty-list',
    group: 'lists',
    requires: 'The client returns an empty list as a list.',
    source: '/api-overview/queries',
    async run(world) {
      const client = await world.connect(await world.observe())
      const answer = await world.result('query', { client, call: 'list_wallets', input: {} })
      need(Array.isArray(answer['wallets']), `it is ${JSON.stringify(answer['wallets'])}`)
    },
  },
  {
    id: 'signature-padded',
    group: 'lists',
    requires: 'r and s of a signature keep their 64 digits, even if they begin with zeros.',
    source: '/api-overview/submissions',
    async run(world) {
      const { client: root } = await world.organization()
      const account = {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      } as const
      const { addresses } = await root.createWallet({ walletName: 'signing', accounts: [account] })
      const observer = await world.observe(async ({ path }, next) => {
        const response = await next()
        if (!path.endsWith('sign_raw_payload')) return response
        // Such signatures occur once in 256 times, so create one.
        const text = (await response.text()).replace(/"([rs])":"[\da-f]{2}/g, '"$1":"00')
        return new Response(text, response)
      })
      const { result } = await world.result('submit', {
        client: await world.connect(observer),
        type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        parameters: {
          signWith: addresses[0],
          payload: '00'.repeat(32),
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NO_OP',
        },
      })
      const { r, s } = (result ?? {}) as { r?: string; s?: string }
      need(/^00[\da-f]{62}$/.test(r ?? '') && /^00[\da-f]{62}$/.test(s ?? ''), `r is ${r}, s is ${s}`)
    },
  },
]
