import { client } from './hey/client.gen.ts'
import { createWallet, whoami } from './hey/sdk.gen.ts'
import { baseUrl, organizationId, stamp } from './stamp.ts'

client.setConfig({ baseUrl })
client.interceptors.request.use(async (request) => {
  request.headers.set('x-stamp', stamp(await request.clone().text()))
  return request
})
const { data: user } = await whoami({ body: { organizationId } })
const { data: made } = await createWallet({
  body: {
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(Date.now()),
    organizationId,
    parameters: { walletName: 'generated', accounts: [] },
  },
})
console.log(user?.username, made?.activity.status, made?.activity.result.createWalletResult?.walletId)
