import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const revokedAtOnce = story(
  'revoked access stops working immediately and everywhere',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const bot = await owner.addsUser('bot')
    const { addresses } = await owner.createsWallet('hot', ETHEREUM)
    const [address] = addresses as [string]
    const grant = await owner.allows(bot, "activity.action == 'SIGN'")
    const { session } = await bot.does('CREATE_READ_ONLY_SESSION', {})
    const kept = bot.writes('CREATE_READ_ONLY_SESSION', {})
    await bot.signs(address, 'one')

    await owner.does('DELETE_POLICY', { policyId: grant })
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => bot.signs(address, 'two'))
    await owner.does('DELETE_USERS', { userIds: [bot.userId] })
    await world.refuses('API_KEY_NOT_FOUND', () => bot.signs(address, 'three'))
    await world.refuses('API_KEY_NOT_FOUND', () => bot.sends(kept))
    await world.refuses('SESSION_INVALID', () => bot.withSession(session).reads('list_wallets'))
    await world.refuses('USER_NOT_FOUND', () => owner.reads('get_user', { userId: bot.userId }))

    // A new user with the same name and key gets none of the old access.
    const successor = await owner.addsUser('bot')
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => successor.signs(address, 'four'))
  },
)
