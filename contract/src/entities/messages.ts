/** How mails and text messages are dressed. */
import { later, object, optional } from '../define.ts'
import { email, prose, text } from '../scalars.ts'

export const EmailCustomizationParams = object({
  appName: optional(text),
  logoUrl: optional(text),
  magicLinkTemplate: optional(text),
  templateVariables: optional(prose),
  templateId: optional(text),
})

export const EmailCustomizationParamsV2 = later(
  object({
    logoUrl: optional(text),
    magicLinkTemplate: optional(text),
    templateVariables: optional(prose),
    templateId: optional(text),
  }),
)

export const EmailAuthCustomizationParams = later(
  object({
    appName: text,
    logoUrl: optional(text),
    magicLinkTemplate: optional(text),
    templateVariables: optional(prose),
    templateId: optional(text),
  }),
)

export const SmsCustomizationParams = object({ template: optional(prose) })

/** Who an email comes from and where replies go. */
export const sender = {
  sendFromEmailAddress: optional(email),
  sendFromEmailSenderName: optional(text),
  replyToEmailAddress: optional(email),
}

/** Of the first versions, whose specification has no sender. */
export const laterSender = {
  sendFromEmailAddress: later(optional(email)),
  sendFromEmailSenderName: later(optional(text)),
  replyToEmailAddress: later(optional(email)),
}
