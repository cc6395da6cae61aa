/** Reads a root secret that is not divided into shares. */
import { readFromCommand } from './keyCommand.ts'
import { openWithToken, type TokenSettings } from './pkcs11.ts'
import { type RootCheck, readKeyFile } from './rootSecret.ts'

/** A source of the root secret other than shares. */
export type KeptSecret =
  | { readonly keyFile: string }
  | { readonly keyCommand: string }
  | { readonly token: TokenSettings }

/**
 * @param known the record that holds what the token encrypted
 * @throws ServerError `ROOT_SECRET_MALFORMED`, `ROOT_SECRET_PUBLIC`, `KEY_COMMAND_FAILED`, `TOKEN_UNAVAILABLE`
 */
export async function readKeptSecret(from: KeptSecret, known: RootCheck): Promise<Uint8Array> {
  if ('keyFile' in from) return readKeyFile(from.keyFile)
  if ('keyCommand' in from) return readFromCommand(from.keyCommand)
  return openWithToken(from.token, known)
}
