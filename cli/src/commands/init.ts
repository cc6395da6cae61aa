/** `keywright init` */
import { parseApiPublicKey } from '@keywright/keys'
import { initializeServer } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../databaseUrl.ts'
import { exportLines } from '../exportLines.ts'
import { usageFailure } from '../failure.ts'
import { readShareNumbers } from '../shares.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const keyFile = input.flag('key-file')
  const shares = readShareNumbers(input)
  if ((keyFile === undefined) === (shares === undefined)) {
    throw usageFailure(
      'the root secret needs one way to be kept',
      'give --shares N and --threshold M to split it among people, or --key-file FILE',
    )
  }
  const { signerPublicKey, organizationId, ...made } = await initializeServer({
    databaseUrl: await resolveDatabaseUrl(context),
    organization: organizationOf(context),
    ...(keyFile === undefined ? {} : { keyFile }),
    ...(shares === undefined ? {} : { shares }),
  })
  const lines = [
    ...exportLines({
      KEYWRIGHT_ORGANIZATION_ID: organizationId!,
      KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey,
    }),
    ...(keyFile === undefined ? [] : [`root secret  ${keyFile}`]),
    ...made.shares.map((share, i) => `share ${i + 1}  ${share}`),
  ]
  if (shares) {
    lines.push(
      style.yellow(
        `Give each share to another person, and keep none here; ${shares.threshold} of them unseal.`,
      ),
    )
  }
  return { text: lines.join('\n'), json: { organizationId, signerPublicKey, shares: made.shares } }
}

/** The first organization, with one root user who has an API key. */
function organizationOf({ input, host }: Context) {
  const text = input.flag('api-public-key') ?? host.env['KEYWRIGHT_API_PUBLIC_KEY']
  if (!text) {
    throw usageFailure(
      'the API public key of the first root user is missing',
      'give --api-public-key HEX; keywright generate api-key makes a pair',
    )
  }
  const publicKey = parseApiPublicKey('API_KEY_CURVE_P256', text)
  const userEmail = input.flag('user-email')
  return {
    organizationName: input.flag('organization-name') ?? 'Organization',
    rootUsers: [
      {
        userName: input.flag('user-name') ?? 'Root user',
        ...(userEmail === undefined ? {} : { userEmail }),
        apiKeys: [{ apiKeyName: 'First key', publicKey }],
      },
    ],
  }
}
