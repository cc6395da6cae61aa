/** `keywright init` */
import { parseApiPublicKey } from '@keywright/keys'
import { initializeServer, type KeptSecret } from '@keywright/server'
import { settingOf } from '../arguments/settings.ts'
import type { Context, Outcome } from '../command.ts'
import { exportLines } from '../files/envFile.ts'
import { assertFolderIsNew } from '../files/files.ts'
import { resolveKeptSecret } from '../files/token.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'
import { describeShares, readNewShares, sharesToJson } from '../operate/shares.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const shares = await readNewShares(context)
  const kept = await resolveKeptSecret(context)
  const isProtected = kept !== undefined && !('keyFile' in kept)
  if (shares ? kept && !isProtected : !kept) {
    throw usageFailure(
      'choose one way to store the root secret',
      'pass --shares N and --threshold M to split it among people, or --key-file FILE, --key-command COMMAND or --pkcs11-module FILE',
    )
  }
  if (shares?.folder) await assertFolderIsNew(host, shares.folder.path)
  const { signerPublicKey, organizationId, ...made } = await initializeServer({
    databaseUrl: await resolveDatabaseUrl(context),
    organization: organizationOf(context),
    again: input.isOn('again'),
    ...kept,
    ...(shares && { shares: { count: shares.count, threshold: shares.threshold } }),
    ...(shares?.folder && { keepShares: shares.folder.keep }),
  })
  const lines = [
    ...exportLines({
      KEYWRIGHT_ORGANIZATION_ID: organizationId!,
      KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey,
    }),
    // Comments, so that the output can be sourced as a settings file.
    ...(kept ? [`# root secret  ${describeKept(kept)}`] : []),
    ...(shares ? describeShares(shares, made.shares, style) : []),
  ]
  return {
    text: lines.join('\n'),
    json: {
      organizationId,
      signerPublicKey,
      ...(shares ? sharesToJson(shares, made.shares) : { shares: [] }),
    },
  }
}

function describeKept(kept: KeptSecret): string {
  if ('keyFile' in kept) return kept.keyFile
  if ('keyCommand' in kept) return 'printed by the key command'
  return `encrypted by the token's key ${kept.token.keyLabel ?? 'keywright'}`
}

/** @throws Failure (usage) */
function readPublicKey(text: string, setting: string): string {
  try {
    return parseApiPublicKey('API_KEY_CURVE_P256', text)
  } catch (error) {
    throw usageFailure(
      `${setting} cannot be used: ${(error as Error).message}`,
      'keywright generate api-key creates a key pair',
    )
  }
}

/** The first organization, with one root user who has an API key. */
function organizationOf(context: Context) {
  const { input } = context
  const { text, name } = settingOf(context, 'api-public-key')
  if (!text) {
    throw usageFailure(
      'the API public key of the first root user is missing',
      'pass --api-public-key HEX; keywright generate api-key creates a key pair',
    )
  }
  const publicKey = readPublicKey(text, name)
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
