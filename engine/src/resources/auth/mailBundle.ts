/** Mails a user an expiring key that only the asking client can open. */
import type { Context, ExecuteContext } from '../../context.ts'
import { composeMail } from '../../outbox/composeMail.ts'
import type { UserRow } from '../../store/tables.ts'
import { assertTargetPublicKey } from '../targetPublicKey.ts'
import { issueKey, type KeyKind, type KeyWishes } from '../users/expiringKeys.ts'
import { dressMail, type MailWishes } from './customization.ts'

export interface MailedKey extends MailWishes, KeyWishes {
  readonly email: string
  readonly targetPublicKey: string
}

const WORDS = {
  emailAuth: { subject: 'Sign in to', what: 'sign in to' },
  recovery: { subject: 'Recover your account at', what: 'recover your account at' },
} as const satisfies Partial<Record<KeyKind, object>>

/** @throws ApiError 400 for a bad target key or mail customization */
export function assertMailable(context: Context, { targetPublicKey, ...wishes }: MailedKey): void {
  assertTargetPublicKey(context, targetPublicKey)
  dressMail(mailWishesOf(wishes), '', context.organization.organizationName)
}

/** @returns id of the key; the bundle is in the mail and nowhere else */
export async function mailBundle(
  context: ExecuteContext,
  user: UserRow,
  kind: keyof typeof WORDS,
  { email, ...wishes }: MailedKey,
): Promise<string> {
  const openedBy = [{ userId: user.userId, opener: 'userEmail' }]
  const { apiKeyId, credentialBundle } = await issueKey(context, user, kind, { ...wishes, openedBy })
  const { appName, link, template } = dressMail(
    mailWishesOf(wishes),
    credentialBundle,
    context.organization.organizationName,
  )
  const { subject, what } = WORDS[kind]
  const mail = composeMail(context.organization, {
    to: email,
    subject: `${subject} ${appName}`,
    paragraphs: [
      link === undefined
        ? [`To ${what} ${appName}, paste this where you asked for it:`, credentialBundle]
        : [`To ${what} ${appName}, open this link in the browser where you asked for it:`, link],
      ['If you did not ask for it, ignore this email.'],
    ],
    template: { ...template, kind, bundle: credentialBundle, userId: user.userId },
  })
  context.outbox.add(mail)
  return apiKeyId
}

function mailWishesOf(wishes: MailWishes): MailWishes {
  const { appName, emailCustomization, sendFromEmailAddress, sendFromEmailSenderName, replyToEmailAddress } =
    wishes
  return withoutAbsent({
    appName,
    emailCustomization,
    sendFromEmailAddress,
    sendFromEmailSenderName,
    replyToEmailAddress,
  })
}

function withoutAbsent(wishes: { readonly [M in keyof MailWishes]: MailWishes[M] | undefined }): MailWishes {
  return Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined)) as MailWishes
}
