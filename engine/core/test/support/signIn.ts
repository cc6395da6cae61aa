/** What a client proves to sign in: a code from a message, a token for the code, and a signature by the key of the token. */
import { createStamp, parseBase64url, parseUtf8, toUtf8 } from '@keywright/keys'
import type { Client } from './client.ts'
import type { TestEngine } from './engine.ts'

let sent = 0

/** A one-time code that proves control of an email address or phone number, and its id. */
export async function newCode(
  engine: TestEngine,
  client: Client,
  contact: string,
  type: 'ACTIVITY_TYPE_INIT_OTP' | 'ACTIVITY_TYPE_INIT_OTP_AUTH' = 'ACTIVITY_TYPE_INIT_OTP',
): Promise<{ otpId: string; otpCode: string }> {
  const isMail = contact.includes('@')
  const { otpId } = await client.run(type, {
    otpType: isMail ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS',
    contact,
    // An identical body in the same millisecond would be a vote on the earlier request.
    sendFromEmailSenderName: `sender ${++sent}`,
  })
  await engine.idle()
  const messages = isMail ? engine.mails : engine.messages
  return { otpId, otpCode: messages.at(-1)!.template['code'] as string }
}

/** @param publicKey the key that the token is bound to */
export async function newVerificationToken(
  engine: TestEngine,
  client: Client,
  contact: string,
  publicKey?: string,
): Promise<string> {
  const code = await newCode(engine, client, contact)
  const bound = publicKey === undefined ? {} : { publicKey }
  return (await client.run('ACTIVITY_TYPE_VERIFY_OTP', { ...code, ...bound })).verificationToken
}

/** What a verification token says. */
export const tokenClaims = (token: string) =>
  JSON.parse(parseUtf8(parseBase64url(token.split('.')[1]!, 'token'), 'token')) as { id: string }

type Key = Readonly<Record<'privateKey' | 'publicKey', string>>

/** A client's signature of a message. */
export function signedBy({ privateKey, publicKey }: Key, message: string) {
  const { signature } = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(message), privateKey)
  return { publicKey, signature, message, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256' as const }
}

/** The client's signature that proves possession of the key in its verification token. */
export const clientSignatureBy = (
  key: Key,
  verificationToken: string,
  purpose: { readonly login: { readonly publicKey: string } } | { readonly signup: object },
) => signedBy(key, JSON.stringify({ ...purpose, tokenId: tokenClaims(verificationToken).id }))
