/** Sends a one-time code by email or text message. */
import { ApiError, EMAIL, type FeatureName, PHONE } from '@keywright/contract'
import type { CheckContext, ExecuteContext } from '../../context.ts'
import { composeMail } from '../../outbox/composeMail.ts'
import type { ContactMember } from '../users/findByContact.ts'
import { chosenTexts, dressMail, fillSms, LINK_FIELD, type MailWishes } from './customization.ts'
import { assertLeadsHome, defaultAppName } from './messageLinks.ts'

export type OtpType = 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS'

interface OtpWay {
  readonly feature: FeatureName
  /** The user's member with the contact. */
  readonly member: ContactMember
  readonly pattern: RegExp
  readonly malformed: 'EMAIL_MALFORMED' | 'PHONE_NUMBER_MALFORMED'
}

const WAYS: Record<OtpType, OtpWay> = {
  OTP_TYPE_EMAIL: {
    feature: 'FEATURE_NAME_OTP_EMAIL_AUTH',
    member: 'userEmail',
    pattern: EMAIL,
    malformed: 'EMAIL_MALFORMED',
  },
  OTP_TYPE_SMS: {
    feature: 'FEATURE_NAME_SMS_AUTH',
    member: 'userPhoneNumber',
    pattern: PHONE,
    malformed: 'PHONE_NUMBER_MALFORMED',
  },
}

export const wayOf = (otpType: string): OtpWay => WAYS[otpType as OtpType]

/** @throws ApiError 400 if the contact is not an email address or phone number, depending on the type */
export function assertContact(otpType: string, contact: string): void {
  const { pattern, malformed } = wayOf(otpType)
  if (!pattern.test(contact)) throw new ApiError(malformed, { field: 'contact' }, { field: 'contact' })
}

export interface CodeMessage extends MailWishes {
  readonly otpType: OtpType
  readonly contact: string
  readonly smsCustomization?: { readonly template?: string }
}

/** @throws ApiError 400 for an invalid customization, or a text that leads elsewhere */
export async function assertSendable(context: CheckContext, message: CodeMessage): Promise<void> {
  composeCode('', message, '')
  const { texts, ...links } = chosenTexts(message)
  const more = { 'smsCustomization.template': message.smsCustomization?.template }
  await assertLeadsHome(context, { ...links, texts: { ...texts, ...more } }, LINK_FIELD)
}

/** @param message checked by `assertSendable` */
export async function sendCode(context: ExecuteContext, message: CodeMessage, code: string): Promise<void> {
  const { organization, outbox } = context
  const { otpType, contact } = message
  const applicationName = await defaultAppName(context, message)
  const { appName, link, template, text } = composeCode(applicationName, message, code)
  const { organizationId } = organization
  if (otpType === 'OTP_TYPE_SMS') {
    outbox.add({
      kind: 'sms',
      sms: { to: contact, text, organizationId, template: { kind: 'otp', appName, code } },
    })
    return
  }
  const mail = composeMail(organization, {
    to: contact,
    subject: `Your code for ${appName}`,
    paragraphs: [
      [`Your code for ${appName} is ${code}`],
      ...(link === undefined ? [] : [['Or open this link:', link]]),
      ["If you didn't request this code, ignore this email and don't share the code."],
    ],
    template: { ...template, kind: 'otp', code },
  })
  outbox.add(mail)
}

function composeCode(
  applicationName: string,
  { otpType: _type, contact: _contact, smsCustomization, ...wishes }: CodeMessage,
  code: string,
) {
  const dress = dressMail(wishes, code, applicationName)
  return { ...dress, text: fillSms(smsCustomization?.template, code, dress.appName) }
}
