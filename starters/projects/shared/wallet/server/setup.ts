/** `npm run setup`: creates the user of the server, and writes its settings into .env.server. */
import { readSettings, run } from '../keywright.ts'
import { savePolicies, saveProgramUser, setUp } from '../setUp.ts'

const NAME = 'Wallet server'

await run(() =>
  setUp('.env.server', async (client, earlier) => {
    const { userId, settings } = await saveProgramUser(client, NAME, earlier)
    await savePolicies(client, NAME, [
      {
        policyName: NAME,
        effect: 'EFFECT_ALLOW',
        consensus: `approvers.any(user, user.id == '${userId}')`,
        condition: `activity.kind in ['CREATE_SUB_ORGANIZATION', 'INIT_OTP', 'VERIFY_OTP', 'OTP_LOGIN']`,
      },
    ])
    await client.setOrganizationFeature({ name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: '' })
    const signerPublicKey = readSettings('.env.root')('KEYWRIGHT_SIGNER_PUBLIC_KEY')
    return { ...settings, KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey }
  }),
)
