/**
 * A root secret that a command prints: a cloud KMS client, Vault, `sops` or `age`. The command decrypts what the key
 * service encrypted, so the server needs no SDK of a provider.
 */
import { execFile } from 'node:child_process'
import { ServerError } from '../serverError.ts'
import { parseRootSecret } from './rootSecret.ts'

/** Upper bound of a call to a key service. */
const TIMEOUT_MS = 60_000

/**
 * Runs the command with `sh -c` and reads the root secret from its standard output.
 * @throws ServerError `KEY_COMMAND_FAILED`, `ROOT_SECRET_MALFORMED`, `ROOT_SECRET_PUBLIC`
 */
export async function readFromCommand(command: string): Promise<Uint8Array> {
  // The command itself may name a token of the key service, so no message quotes it.
  const hint = 'Run the command by hand as the user of the server.'
  const printed = await new Promise<string>((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: 65_536, encoding: 'utf8' } as const
    execFile('/bin/sh', ['-c', command], options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      // The error of Node quotes the command's output; only what the command reports as an error may reach a log.
      const reason = error.killed ? `no result in ${TIMEOUT_MS / 1000} s` : `exit code ${error.code}`
      const said = stderr.trim().slice(-500)
      reject(
        new ServerError(
          'KEY_COMMAND_FAILED',
          `the key command failed: ${reason}${said && `: ${said}`}`,
          hint,
        ),
      )
    }).stdin?.end()
  })
  return parseRootSecret(
    printed,
    'output of the key command',
    'It must print 64 hexadecimal digits and nothing else.',
  )
}
