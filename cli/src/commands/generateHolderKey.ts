/** `keywright generate holder-key` */
import type { Context, Outcome } from '../command.ts'
import { assertWritable, writeSecret } from '../files/files.ts'
import { generateHolderKey } from '../operate/holders.ts'

/** Prints only the public key, for use in scripts. */
export async function run({ input, host }: Context): Promise<Outcome> {
  const file = input.required('FILE')
  await assertWritable(host, file)
  const { identity, recipient } = await generateHolderKey()
  await writeSecret(host, file, `# public key: ${recipient}\n${identity}\n`)
  return { text: recipient, json: { publicKey: recipient, privateKeyFile: file } }
}
