/** Settings of the PKCS#11 token that encrypts the root secret, from flags and the environment. The PIN is never an argument. */
import type { KeptSecret, TokenSettings } from '@keywright/server'
import { settingOf } from '../arguments/settings.ts'
import type { Context } from '../command.ts'
import { usageFailure } from '../output/failure.ts'
import { readText } from './files.ts'

/** Returns undefined if no module is set. @throws Failure (usage) */
export async function resolveToken(context: Context): Promise<TokenSettings | undefined> {
  const { input, host } = context
  const setting = (name: string) => settingOf(context, `pkcs11-${name}`).text
  const module = setting('module')
  if (module === undefined) {
    const alone = ['token', 'key', 'pin-file'].find((name) => input.flag(`pkcs11-${name}`) !== undefined)
    if (alone === undefined) return undefined
    throw usageFailure(`--pkcs11-${alone} requires --pkcs11-module`, 'pass the library of the token')
  }
  const pinFile = input.flag('pkcs11-pin-file')
  const pin =
    pinFile === undefined
      ? host.env['KEYWRIGHT_PKCS11_PIN']
      : (await readText(host, pinFile)).replace(/\r?\n$/, '')
  if (!pin) {
    throw usageFailure(
      'the PIN of the token is missing',
      'set KEYWRIGHT_PKCS11_PIN, or pass a file with --pkcs11-pin-file',
    )
  }
  return { module, tokenLabel: setting('token'), keyLabel: setting('key'), pin }
}

/** Returns undefined if no source is set. @throws Failure (usage) for more than one */
export async function resolveKeptSecret(context: Context): Promise<KeptSecret | undefined> {
  const keyFile = context.input.flag('key-file')
  const { text: keyCommand } = settingOf(context, 'key-command')
  const token = await resolveToken(context)
  const sources: KeptSecret[] = []
  if (keyFile !== undefined) sources.push({ keyFile })
  if (keyCommand) sources.push({ keyCommand })
  if (token) sources.push({ token })
  if (sources.length <= 1) return sources[0]
  throw usageFailure(
    'several sources of the root secret are set',
    'pass one of --key-file, --key-command and --pkcs11-module; check KEYWRIGHT_KEY_COMMAND and KEYWRIGHT_PKCS11_MODULE too',
  )
}
