/** Where a command that works on the database takes the root secret from. */
import type { SecretSource } from '@keywright/server'
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'
import { readShares } from './shares.ts'
import { assertOneSource, resolveToken } from './token.ts'

/** What is named, else shares on standard input. @throws Failure (usage) */
export const resolveSecret = async (context: Context): Promise<SecretSource> =>
  (await readNamedSecret(context)) ?? toSource(context, [])

/** Shares in files, a key file, or a token; undefined when none is named. @throws Failure (usage) */
export async function readNamedSecret(context: Context): Promise<SecretSource | undefined> {
  const { input } = context
  const keyFile = input.flag('key-file')
  const files = input.rest()
  if (keyFile !== undefined && files.length > 0) {
    throw usageFailure('the root secret has two sources, shares and a key file', 'give one of them')
  }
  // Named in the environment, a token is for servers; shares that are given are meant.
  const token = files.length > 0 ? undefined : await resolveToken(context)
  assertOneSource(keyFile, token)
  if (keyFile !== undefined) return { keyFile }
  if (token) return { token }
  return files.length > 0 ? toSource(context, files) : undefined
}

async function toSource(context: Context, files: readonly string[]): Promise<SecretSource> {
  const given = await readShares(context, files)
  return { shares: given.map(({ text }) => text), files: given.map(({ name }) => name) }
}
