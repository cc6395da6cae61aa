/** `keywright bundle seal` */
import { sealKeyImport, sealOtp, sealWalletImport } from '@keywright/client/bundles'
import { calls, type ResponseOf } from '@keywright/contract'
import type { Context, Outcome } from '../command.ts'
import { createClient } from '../connect/client.ts'
import { findSignerPublicKey, resolveConnection, resolveOrganizationId } from '../connect/connection.ts'
import { bundleIn } from '../files/bundleText.ts'
import { readValue } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host } = context
  const [bundle, from] = [input.required('BUNDLE'), input.required('SECRET')]
  if (from !== '-' && !from.startsWith('@')) {
    throw usageFailure(
      'SECRET must not be an argument: arguments are visible in process lists and shell history',
      'pass - and write the secret to standard input, or pass its file as @FILE',
    )
  }
  if (bundle === '-' && from === '-')
    throw usageFailure(
      'standard input cannot contain both the bundle and the secret',
      'put one of them into a file and pass it as @FILE',
    )
  const kind = input.flag('kind') ?? 'phrase'
  const otpKey = input.flag('public-key')
  if ((kind === 'code') !== (otpKey !== undefined)) {
    throw usageFailure('--kind code and --public-key must be used together', 'the code verifies that key')
  }
  const signerPublicKey = await findSignerPublicKey(context)
  if (!signerPublicKey) {
    throw usageFailure(
      "the signer's public key is missing, so the bundle cannot be verified",
      'pass --signer-public-key or set KEYWRIGHT_SIGNER_PUBLIC_KEY to the key that the server prints at startup',
    )
  }
  const importBundle = bundleIn((await readValue(host, bundle)).trim())
  const secret = (await readValue(host, from)).trim()
  for (const [what, text] of Object.entries({ bundle: importBundle, secret })) {
    if (text === '')
      throw usageFailure(`the ${what} is empty`, 'keywright bundle seal --help shows the usage')
  }
  const expected = { signerPublicKey, organizationId: await resolveOrganizationId(context) }
  const userId = kind === 'code' ? '' : await userIdOf(context)
  const sealed = await (kind === 'code'
    ? sealOtp(secret, otpKey!, importBundle, expected)
    : sealImport(importBundle, secret, { ...expected, userId })
  ).catch((error: Error) => {
    if (!['KeysError', 'BundleError'].includes(error.name)) throw error
    const hint = 'SECRET must be of the given --kind, and BUNDLE must be the importBundle from the server'
    throw usageFailure(error.message, hint)
  })
  return { text: sealed, json: { encryptedBundle: sealed } }

  function sealImport(bundleText: string, text: string, recipient: typeof expected & { userId: string }) {
    if (kind === 'phrase') return sealWalletImport(text, bundleText, recipient)
    const keyFormat = kind === 'solana-key' ? 'SOLANA' : 'HEXADECIMAL'
    return sealKeyImport(text, bundleText, { ...recipient, keyFormat })
  }
}

/** Returns `--user-id`, by default the user of the API key. */
async function userIdOf(context: Context): Promise<string> {
  const given = context.input.flag('user-id')
  if (given !== undefined) return given
  const client = createClient(context.host, await resolveConnection(context))
  return (await client.query<ResponseOf<'whoami'>>(calls.whoami)).userId
}
