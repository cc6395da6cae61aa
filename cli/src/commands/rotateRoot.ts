/** `keywright rotate-root` */
import { abortRotation, type NewRoot, retireRoot, rotateRoot } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { assertFolderIsNew } from '../files/files.ts'
import { resolveToken } from '../files/token.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'
import { resolveSecret } from '../operate/secretSource.ts'
import { describeShares, type NewShares, readNewShares, sharesToJson } from '../operate/shares.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const shares = await readNewShares(context)
  const to = await readNewRoot(context, shares)
  const end = ['retire', 'abort'].find((name) => input.isOn(name))
  if (end !== undefined) {
    if (to) throw usageFailure(`--${end} creates no root secret`, `pass --${end} without the new one`)
    return end === 'retire' ? retire(context) : abort(context)
  }
  if (!to) {
    throw usageFailure(
      'choose one way to store the new root secret',
      'pass --shares N and --threshold M, --new-key-file FILE, --new-key-command COMMAND or --new-pkcs11-key LABEL',
    )
  }
  if (shares?.folder) await assertFolderIsNew(context.host, shares.folder.path)
  const databaseUrl = await resolveDatabaseUrl(context)
  const made = await rotateRoot({ databaseUrl, from: await resolveSecret(context), to })
  const lines = [
    `root secret ${made.version} created`,
    ...(shares ? describeShares(shares, made.shares, style) : []),
    style.yellow(
      '# Servers accept the old root secret too, until you run keywright rotate-root --retire with the new one.',
    ),
  ]
  return {
    text: lines.join('\n'),
    json: { version: made.version, ...(shares ? sharesToJson(shares, made.shares) : { shares: [] }) },
  }
}

async function retire(context: Context): Promise<Outcome> {
  const from = await resolveSecret(context)
  const { version } = await retireRoot({ databaseUrl: await resolveDatabaseUrl(context), from })
  const lines = [
    `The old root secret is retired: only root secret ${version} opens this database.`,
    context.style.yellow('The old one still opens older backups: destroy it, and them when you can.'),
  ]
  return { text: lines.join('\n'), json: { version } }
}

async function abort(context: Context): Promise<Outcome> {
  if (context.input.rest().length > 0) throw usageFailure('--abort takes no shares', 'pass --abort alone')
  const { version } = await abortRotation(await resolveDatabaseUrl(context))
  return { text: `Root secret ${version} was discarded. The one in use stays valid.`, json: { version } }
}

/** Undefined if none is named. @throws Failure (usage) */
async function readNewRoot(context: Context, shares: NewShares | undefined): Promise<NewRoot | undefined> {
  const { input } = context
  const [keyFile, keyCommand, keyLabel] = ['new-key-file', 'new-key-command', 'new-pkcs11-key'].map((name) =>
    input.flag(name),
  )
  const kept = [keyFile, keyCommand, keyLabel].filter((one) => one !== undefined).length
  if (kept > 1 || (keyFile !== undefined && shares)) {
    throw usageFailure(
      'the new root secret can be stored in one way',
      'pass one of --new-key-file, --new-key-command and --new-pkcs11-key; shares are possible with the last two',
    )
  }
  if (kept === 0 && !shares) return undefined
  const token = keyLabel === undefined ? undefined : await resolveToken(context)
  if (keyLabel !== undefined && !token) {
    throw usageFailure('--new-pkcs11-key requires --pkcs11-module', 'pass the library of the token')
  }
  return {
    ...(shares && { shares: { count: shares.count, threshold: shares.threshold } }),
    ...(shares?.folder && { keepShares: shares.folder.keep }),
    ...(keyFile !== undefined && { keyFile }),
    ...(keyCommand !== undefined && { keyCommand }),
    ...(token && { token: { ...token, keyLabel } }),
  }
}
