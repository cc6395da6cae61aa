/** `keywright generate target-key` */
import { generateP256KeyPair, toHex, uncompressP256PublicKey } from '@keywright/keys'
import type { Context, Outcome } from '../command.ts'
import { exportLines } from '../files/envFile.ts'
import { writeSecret } from '../files/files.ts'

export async function run({ input, host }: Context): Promise<Outcome> {
  const pair = generateP256KeyPair(host.random)
  const privateKey = toHex(pair.privateKey)
  const targetPublicKey = toHex(uncompressP256PublicKey(pair.publicKey))
  const file = input.flag('out')
  if (file === undefined) {
    const lines = exportLines({
      KEYWRIGHT_TARGET_PUBLIC_KEY: targetPublicKey,
      KEYWRIGHT_TARGET_PRIVATE_KEY: privateKey,
    })
    return { text: lines.join('\n'), json: { targetPublicKey, privateKey } }
  }
  await writeSecret(host, file, `${privateKey}\n`)
  return {
    text: exportLines({ KEYWRIGHT_TARGET_PUBLIC_KEY: targetPublicKey }).join('\n'),
    json: { targetPublicKey, privateKeyFile: file },
  }
}
