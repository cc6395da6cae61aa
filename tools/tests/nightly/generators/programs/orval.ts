import { createWallet, whoami } from './orval/api.ts'
import { organizationId } from './stamp.ts'

const user = await whoami({ organizationId })
const made = await createWallet({
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  timestampMs: String(Date.now()),
  organizationId,
  parameters: { walletName: 'generated', accounts: [] },
})
if (user.status !== 200 || made.status !== 200) throw new Error(JSON.stringify([user, made]))
const { activity } = made.data
console.log(user.data.username, activity.status, activity.result.createWalletResult?.walletId)
