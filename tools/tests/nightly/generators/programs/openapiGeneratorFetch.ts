import { Configuration, OrganizationsApi, WalletsApi } from './generated/index.ts'
import { baseUrl, organizationId, stamp } from './stamp.ts'

const configuration = new Configuration({
  basePath: baseUrl,
  middleware: [
    {
      pre: async ({ url, init }) => ({
        url,
        init: { ...init, headers: { ...init.headers, 'X-Stamp': stamp(String(init.body)) } },
      }),
    },
  ],
})
const user = await new OrganizationsApi(configuration).whoami({ whoamiRequest: { organizationId } })
const made = await new WalletsApi(configuration).createWallet({
  createWalletBody: {
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(Date.now()),
    organizationId,
    parameters: { walletName: 'generated', accounts: [] },
  },
})
console.log(user.username, made.activity.status, made.activity.result.createWalletResult?.walletId)
