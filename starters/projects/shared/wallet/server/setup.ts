/** `npm run setup`: creates the user of the server, and writes its settings into .env.server. */
import { readSettings, run } from '../keywright.ts'
import { createProgramUser, setupOnce } from '../setupOnce.ts'

await run(() =>
  setupOnce('.env.server', async (client) => {
    // Names are unique, and you may set up the server again.
    const name = `Wallet server ${new Date().toISOString()}`
    const { userId, settings } = await createProgramUser(client, name)
    await client.createPolicies({
      policies: [
        {
          policyName: name,
          effect: 'EFFECT_ALLOW',
          consensus: `approvers.any(user, user.id == '${userId}')`,
          condition: `activity.kind in ['CREATE_SUB_ORGANIZATION', 'INIT_OTP', 'VERIFY_OTP', 'OTP_LOGIN']`,
        },
      ],
    })
    await client.setOrganizationFeature({ name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: '' })
    const signerPublicKey = readSettings('.env.root')('KEYWRIGHT_SIGNER_PUBLIC_KEY')
    return { ...settings, KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey }
  }),
)
