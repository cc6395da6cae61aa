/** A software passkey in a file that only its owner can read. */
import { p256PublicKeyOf, parseBase64url, parseHex, parseJson, toHex } from '@keywright/keys'
import { createPasskey, type Passkey } from '@keywright/keys/passkey'
import type { Host } from '../host/host.ts'
import { usageFailure } from '../output/failure.ts'
import { assertWritable, readText, writeSecret } from './files.ts'

export interface PasskeyPlace {
  readonly origin: string
  readonly rpId: string
}

/** @throws Failure (usage) if the file cannot be created */
export async function makePasskeyFile(host: Host, path: string, place: PasskeyPlace): Promise<Passkey> {
  await assertWritable(host, path)
  const passkey = createPasskey({ random: host.random, ...place })
  const { credentialId, keyPair } = passkey
  const kept = { ...place, credentialId, privateKey: toHex(keyPair.privateKey) }
  await writeSecret(host, path, `${JSON.stringify(kept, undefined, 2)}\n`)
  return passkey
}

/** @throws Failure (usage) that does not repeat the content of the file */
export async function readPasskeyFile(host: Host, path: string): Promise<Passkey> {
  const text = await readText(host, path)
  try {
    const { origin, rpId, credentialId, privateKey } = parseJson(text) as Record<string, string>
    const secret = parseHex(privateKey!, 'private key')
    const keyPair = { privateKey: secret, publicKey: p256PublicKeyOf(secret) }
    const rawId = parseBase64url(credentialId!, 'credential id')
    return createPasskey({ random: host.random, origin: origin!, rpId: rpId!, rawId, keyPair })
  } catch {
    throw usageFailure(`${path} is not a passkey file`, 'create one with keywright passkey create')
  }
}
