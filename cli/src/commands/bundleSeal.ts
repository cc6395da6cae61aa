/** `keywright bundle seal` */
import { sealKeyImport, sealOtp, sealWalletImport } from '@keywright/client/bundles'
import { calls, type ResponseOf } from '@keywright/contract'
import { bundleIn } from '../bundleText.ts'
import { createClient } from '../client.ts'
import type { Context, Outcome } from '../command.ts'
import { findSignerPublicKey, resolveConnection, resolveOrganizationId } from '../connection.ts'
import { usageFailure } from '../failure.ts'
import { readValue } from '../files.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host } = context
  const [bundle, from] = [input.required('BUNDLE'), input.required('SECRET')]
  if (from !== '-' && !from.startsWith('@')) {
    throw usageFailure(
      'SECRET is not taken as an argument: process lists and shell histories keep arguments',
      'write it to standard input and give -, or name its file as @FILE',
    )
  }
  if (bundle === '-' && from === '-')
    throw usageFailure(
      'standard input cannot be both the bundle and the secret',
      'put one of them into a file, and name it as @FILE',
    )
  const kind = input.flag('kind') ?? 'phrase'
  const otpKey = input.flag('public-key')
  if ((kind === 'code') !== (otpKey !== undefined)) {
    throw usageFailure('--kind code and --public-key go together', 'the code vouches for that key')
  }
  const signerPublicKey = await findSignerPublicKey(context)
  if (!signerPublicKey) {
    throw usageFailure(
      'the public key of the signer is missing, so the bundle cannot be trusted',
      'give --signer-public-key, or set KEYWRIGHT_SIGNER_PUBLIC_KEY: the server prints it when it starts',
    )
  }
  const importBundle = bundleIn((await readValue(host, bundle)).trim())
  const secret = (await readValue(host, from)).trim()
  for (const [what, text] of Object.entries({ bundle: importBundle, secret })) {
    if (text === '') throw usageFailure(`the ${what} is empty`, 'keywright bundle seal --help shows both')
  }
  const expected = { signerPublicKey, organizationId: await resolveOrganizationId(context) }
  const userId = kind === 'code' ? '' : await userIdOf(context)
  const sealed = await (kind === 'code'
    ? sealOtp(secret, otpKey!, importBundle, expected)
    : sealImport(importBundle, secret, { ...expected, userId })
  ).catch((error: Error) => {
    if (!['KeysError', 'BundleError'].includes(error.name)) throw error
    const hint = 'SECRET is what --kind names, BUNDLE the importBundle of the server for it'
    throw usageFailure(error.message, hint)
  })
  return { text: sealed, json: { encryptedBundle: sealed } }

  function sealImport(bundleText: string, text: string, whom: typeof expected & { userId: string }) {
    if (kind === 'phrase') return sealWalletImport(text, bundleText, whom)
    const keyFormat = kind === 'solana-key' ? 'SOLANA' : 'HEXADECIMAL'
    return sealKeyImport(text, bundleText, { ...whom, keyFormat })
  }
}

/** `--user-id`, or the user of the API key. */
async function userIdOf(context: Context): Promise<string> {
  const given = context.input.flag('user-id')
  if (given !== undefined) return given
  const client = createClient(context.host, await resolveConnection(context))
  return (await client.query<ResponseOf<'whoami'>>(calls.whoami)).userId
}
