/** The PKCS#11 token that a root secret is encrypted by: flags first, then the environment. The PIN is never an argument. */
import type { TokenSettings } from '@keywright/server'
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'
import { readText } from './files.ts'

/** Undefined when no module is named. @throws Failure (usage) */
export async function resolveToken({ input, host }: Context): Promise<TokenSettings | undefined> {
  const setting = (name: string) =>
    input.flag(`pkcs11-${name}`) || host.env[`KEYWRIGHT_PKCS11_${name.toUpperCase()}`] || undefined
  const module = setting('module')
  if (module === undefined) {
    const alone = ['token', 'key', 'pin-file'].find((name) => input.flag(`pkcs11-${name}`) !== undefined)
    if (alone === undefined) return undefined
    throw usageFailure(`--pkcs11-${alone} goes with --pkcs11-module`, 'name the library of the token')
  }
  const pinFile = input.flag('pkcs11-pin-file')
  const pin =
    pinFile === undefined
      ? host.env['KEYWRIGHT_PKCS11_PIN']
      : (await readText(host, pinFile)).replace(/\r?\n$/, '')
  if (!pin) {
    throw usageFailure(
      'the PIN of the token is missing',
      'set KEYWRIGHT_PKCS11_PIN, or name a file with --pkcs11-pin-file',
    )
  }
  return { module, tokenLabel: setting('token'), keyLabel: setting('key'), pin }
}

/** The root secret without shares: from a key file, a key command or a token. */
export type KeptSecret =
  | { readonly keyFile: string }
  | { readonly keyCommand: string }
  | { readonly token: TokenSettings }

/** Undefined when none is named. @throws Failure (usage) for more than one */
export async function resolveKeptSecret(context: Context): Promise<KeptSecret | undefined> {
  const { input, host } = context
  const keyFile = input.flag('key-file')
  const keyCommand = input.flag('key-command') || host.env['KEYWRIGHT_KEY_COMMAND']
  const token = await resolveToken(context)
  const sources: KeptSecret[] = []
  if (keyFile !== undefined) sources.push({ keyFile })
  if (keyCommand) sources.push({ keyCommand })
  if (token) sources.push({ token })
  if (sources.length <= 1) return sources[0]
  throw usageFailure(
    'the root secret has two sources',
    'pass only one of --key-file, --key-command and --pkcs11-module; KEYWRIGHT_KEY_COMMAND and KEYWRIGHT_PKCS11_MODULE count too',
  )
}
