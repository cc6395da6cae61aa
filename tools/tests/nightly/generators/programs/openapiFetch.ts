import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'
import { baseUrl, organizationId, stamp } from './stamp.ts'

const client = createClient<paths>({ baseUrl })
client.use({
  async onRequest({ request }) {
    request.headers.set('x-stamp', stamp(await request.clone().text()))
    return request
  },
})
const { data: user } = await client.POST('/public/v1/query/whoami', { body: { organizationId } })
const { data: made } = await client.POST('/public/v1/submit/create_wallet', {
  body: {
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(Date.now()),
    organizationId,
    parameters: { walletName: 'generated', accounts: [] },
  },
})
console.log(user?.username, made?.activity.status, made?.activity.result.createWalletResult?.walletId)
