/** `keywright generate api-key` */
import { type ApiKeyCurve, generateApiKeyPair } from '@keywright/keys'
import type { Context, Outcome } from '../command.ts'
import { exportLines } from '../files/envFile.ts'
import { writeSecret } from '../files/files.ts'

const curveOf: Readonly<Record<string, ApiKeyCurve>> = {
  p256: 'API_KEY_CURVE_P256',
  secp256k1: 'API_KEY_CURVE_SECP256K1',
  ed25519: 'API_KEY_CURVE_ED25519',
}

export async function run({ input, host, style }: Context): Promise<Outcome> {
  const { curve, publicKey, privateKey } = generateApiKeyPair(
    host.random,
    curveOf[input.flag('curve') ?? 'p256'],
  )
  const file = input.flag('out')
  if (file !== undefined) {
    await writeSecret(host, file, `${privateKey}\n`)
    const text = [
      ...exportLines({ KEYWRIGHT_API_PUBLIC_KEY: publicKey }),
      style.dim(`# ${curve}; private key written to ${file}`),
    ].join('\n')
    return { text, json: { curve, publicKey, privateKeyFile: file } }
  }
  const text = [
    ...exportLines({ KEYWRIGHT_API_PUBLIC_KEY: publicKey, KEYWRIGHT_API_PRIVATE_KEY: privateKey }),
    style.dim(`# ${curve}; register the public key with create_api_keys and keep the private key secret`),
  ].join('\n')
  return { text, json: { curve, publicKey, privateKey } }
}
