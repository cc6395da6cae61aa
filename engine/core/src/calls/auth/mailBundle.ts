/** Emails a user an expiring key that only the requesting client can decrypt. */
import type { CheckContext, Context, ExecuteContext } from '../../context.ts'
import { composeMail } from '../../outbox/composeMail.ts'
import { prefetch } from '../../store/prefetch.ts'
import type { UserRow } from '../../store/tables.ts'
import { assertTargetPublicKey } from '../targetPublicKey.ts'
import { issueKey, type KeyKind, type KeyWishes } from '../users/expiringKeys.ts'
import { findEntered } from '../users/findByContact.ts'
import { assertFewSent } from './counted.ts'
import { chosenTexts, dressMail, LINK_FIELD, type MailWishes } from './customization.ts'
import { dueEntries } from './expiries.ts'
import { assertLeadsHome, defaultAppName } from './messageLinks.ts'
import { countSends } from './otps.ts'

export interface MailedKey extends MailWishes, KeyWishes {
  readonly email: string
  readonly targetPublicKey: string
}

const WORDS = {
  emailAuth: { feature: 'FEATURE_NAME_EMAIL_AUTH', subject: 'Sign in to', what: 'sign in to' },
  recovery: {
    feature: 'FEATURE_NAME_EMAIL_RECOVERY',
    subject: 'Recover your account at',
    what: 'recover your account at',
  },
} as const satisfies Partial<Record<KeyKind, object>>

/** @throws ApiError 400 for an invalid target key or customization, 429 after too many messages */
export async function assertMailable(
  context: CheckContext,
  { targetPublicKey, email, ...wishes }: MailedKey,
): Promise<void> {
  assertTargetPublicKey(context, targetPublicKey)
  const chosen = mailWishesOf(wishes)
  dressMail(chosen, '', '')
  await assertLeadsHome(context, chosenTexts(chosen), LINK_FIELD)
  await assertFewSent(context, [email])
}

export function prefetchMail(context: Context, email: string): void {
  const { rows, now } = context
  prefetch(findEntered(rows, 'userEmail', email), assertFewSent(context, [email]), dueEntries(rows, now))
}

/** @returns id of the key; the bundle is only in the mail */
export async function mailBundle(
  context: ExecuteContext,
  user: UserRow,
  kind: keyof typeof WORDS,
  { email, ...wishes }: MailedKey,
): Promise<string> {
  await countSends(context, [email])
  const { feature, subject, what } = WORDS[kind]
  const openedBy = [{ userId: user.userId, opener: feature }]
  const { apiKeyId, credentialBundle } = await issueKey(context, user, kind, { ...wishes, openedBy })
  const { appName, link, template } = dressMail(
    mailWishesOf(wishes),
    credentialBundle,
    await defaultAppName(context, wishes),
  )
  const mail = composeMail(context.organization, {
    to: email,
    subject: `${subject} ${appName}`,
    paragraphs: [
      link === undefined
        ? [`To ${what} ${appName}, paste this where you requested it:`, credentialBundle]
        : [`To ${what} ${appName}, open this link in the browser where you requested it:`, link],
      ["If you didn't request this email, ignore it."],
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
