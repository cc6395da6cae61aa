/** `keywright passkey create` */
import { isOrigin } from '@keywright/contract'
import { parseBase64url } from '@keywright/keys'
import type { Context, Outcome } from '../command.ts'
import { makePasskeyFile } from '../files/passkeyFile.ts'
import { usageFailure } from '../output/failure.ts'

export async function run({ input, host }: Context): Promise<Outcome> {
  const origin = input.flag('origin') ?? 'https://app.example.com'
  if (!isOrigin(origin)) {
    throw usageFailure(
      `--origin cannot be \`${origin}\``,
      'pass an origin without a path, such as https://app.example.com',
    )
  }
  const rpId = input.flag('rp-id') ?? new URL(origin).hostname
  if (!/^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(rpId)) {
    throw usageFailure(`--rp-id cannot be \`${rpId}\``, 'pass a host name, such as example.com')
  }
  const given = input.flag('challenge')
  const challenge = given === undefined ? host.random(32) : parseBase64url(given, 'challenge')
  const passkey = await makePasskeyFile(host, input.required('FILE'), { origin, rpId })
  const authenticator = passkey.register(input.flag('name') ?? 'passkey', challenge)
  return { text: JSON.stringify(authenticator, undefined, 2), json: authenticator }
}
