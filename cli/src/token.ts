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

/** One way in. @throws Failure (usage) */
export function assertOneSource(keyFile: string | undefined, token: TokenSettings | undefined): void {
  if (keyFile === undefined || token === undefined) return
  throw usageFailure(
    'the root secret has two sources, a key file and a token',
    'give --key-file or --pkcs11-module; KEYWRIGHT_PKCS11_MODULE counts too',
  )
}
