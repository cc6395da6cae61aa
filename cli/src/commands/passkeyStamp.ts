/** `keywright passkey stamp` */
import { headers } from '@keywright/contract'
import type { Context, Outcome } from '../command.ts'
import { readValueBytes } from '../files/files.ts'
import { readPasskeyFile } from '../files/passkeyFile.ts'
import { usageFailure } from '../output/failure.ts'

export async function run({ input, host }: Context): Promise<Outcome> {
  const passkey = await readPasskeyFile(host, input.required('FILE'))
  const body = await readValueBytes(host, input.required('BODY'))
  if (body.length === 0) throw usageFailure('the body is empty', 'pass exactly the bytes that you will post')
  const value = passkey.stamp(body)
  return { text: value, json: { header: headers.webauthnStamp, value } }
}
