/** Reads settings and makes clients. What you can fix yourself is reported in one line, without a stack trace. */
import { existsSync } from 'node:fs'
import { isKeywrightError, KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'

const START = 'Start Keywright in another terminal: npm run keywright'

class SettingMissing extends Error {}

/** Returns the value of a variable. @throws when it is missing or empty */
export type Settings = (name: string) => string

/** The environment, and the variables of a file if the environment doesn't set them. Production needs no file. */
export function readSettings(file: string): Settings {
  if (existsSync(file)) process.loadEnvFile(file)
  return (name) => {
    const value = process.env[name]
    if (value) return value
    throw new SettingMissing(`${name} is not set. ${START}`)
  }
}

export const createClient = (setting: Settings): KeywrightClient =>
  new KeywrightClient(
    { baseUrl: setting('KEYWRIGHT_BASE_URL'), organizationId: setting('KEYWRIGHT_ORGANIZATION_ID') },
    new ApiKeyStamper({
      apiPublicKey: setting('KEYWRIGHT_API_PUBLIC_KEY'),
      apiPrivateKey: setting('KEYWRIGHT_API_PRIVATE_KEY'),
    }),
  )

/** Runs a program. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program()
  } catch (error) {
    const isPortTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (!(error instanceof SettingMissing || isKeywrightError(error) || isPortTaken)) throw error
    const { message } = error as Error
    const help = isPortTaken ? 'Set PORT to another port' : START
    console.error(isPortTaken || isKeywrightError(error, 'UNREACHABLE') ? `${message}. ${help}` : message)
    process.exit(1)
  }
}
