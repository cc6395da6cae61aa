/** Customization of sign-in mails and text messages by callers. */
import { ApiError, escapeHidden, findHidden, limits } from '@keywright/contract'
import { parseJson } from '@keywright/keys'

/** Customization as posted, in any version. */
export interface MailWishes {
  /** Newer versions of some calls have the application's name here, others in the customization. */
  readonly appName?: string
  readonly emailCustomization?: EmailCustomization
  readonly sendFromEmailAddress?: string
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
}

interface EmailCustomization {
  readonly appName?: string
  readonly logoUrl?: string
  readonly magicLinkTemplate?: string
  readonly templateVariables?: string
  readonly templateId?: string
}

export interface MailDress {
  readonly appName: string
  /** The link template with the secret inserted; absent without a template. */
  readonly link?: string
  /** For templates of the host: all values from the caller, and the secret. */
  readonly template: Readonly<Record<string, unknown>>
}

const FIELD = 'emailCustomization'
export const LINK_FIELD = `${FIELD}.magicLinkTemplate`

/** The parts of a message that its requester chose. */
export interface ChosenTexts {
  /** A link template with `%s`. */
  readonly link?: string | undefined
  readonly logoUrl?: string | undefined
  /** Texts of the message, by the member of the request. */
  readonly texts: Readonly<Record<string, string | undefined>>
}

/** What `assertLeadsHome` checks of a mail. */
export const chosenTexts = ({
  appName,
  emailCustomization = {},
  sendFromEmailAddress,
  sendFromEmailSenderName,
  replyToEmailAddress,
}: MailWishes): ChosenTexts => ({
  link: emailCustomization.magicLinkTemplate,
  logoUrl: emailCustomization.logoUrl,
  texts: {
    appName,
    [`${FIELD}.appName`]: emailCustomization.appName,
    [`${FIELD}.templateVariables`]: withoutEscapes(emailCustomization.templateVariables),
    sendFromEmailAddress,
    sendFromEmailSenderName,
    replyToEmailAddress,
  },
})

/** JSON escapes could encode the dots of a host. `dressMail` rejects what isn't JSON. */
function withoutEscapes(json: string | undefined): string | undefined {
  try {
    return json && JSON.stringify(parseJson(json))
  } catch {
    return json
  }
}

/**
 * @param secret replaces `%s` in the link: a bundle or a code
 * @param applicationName used if the caller names no application
 * @throws ApiError 400 if the link template lacks `%s`, or the variables are not a JSON object
 */
export function dressMail(wishes: MailWishes, secret: string, applicationName: string): MailDress {
  const { emailCustomization = {}, appName: outerName, ...sender } = wishes
  const { appName: innerName, magicLinkTemplate, templateVariables, ...rest } = emailCustomization
  // The contract rejects hidden characters; an operator's command can still store a name with some.
  const appName = escapeHidden(innerName ?? outerName ?? applicationName)
  const link = magicLinkTemplate === undefined ? {} : { link: fillLink(magicLinkTemplate, secret) }
  const variables = templateVariables === undefined ? {} : readVariables(templateVariables)
  return {
    appName,
    ...link,
    template: { ...sender, ...rest, ...link, appName, templateVariables: variables },
  }
}

function fillLink(template: string, secret: string): string {
  if (!template.includes('%s')) throw unusable(LINK_FIELD, 'it has no %s')
  // A function, because `$` has a special meaning in replacement strings.
  return template.replace('%s', () => secret)
}

function readVariables(text: string): object {
  const field = `${FIELD}.templateVariables`
  let variables: unknown
  try {
    variables = parseJson(text)
  } catch {
    throw unusable(field, 'it is not JSON')
  }
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw unusable(field, 'it is not a JSON object')
  }
  // JSON escapes can encode characters that the text itself must not contain.
  if (holdsHidden(variables)) throw unusable(field, 'it holds a hidden character')
  return variables

  function holdsHidden(value: unknown, depth = 1): boolean {
    if (typeof value === 'string') return findHidden(value, '\n\t') !== undefined
    if (typeof value !== 'object' || value === null) return false
    if (depth > limits.bodyDepth) throw unusable(field, `it is nested more than ${limits.bodyDepth} deep`)
    return Object.entries(value).some(
      ([name, inner]) => findHidden(name) !== undefined || holdsHidden(inner, depth + 1),
    )
  }
}

/**
 * The text message with a code.
 * @param template text with `{{code}}`; has a default
 * @throws ApiError 400 if the template has no place for the code
 */
export function fillSms(template: string | undefined, code: string, appName: string): string {
  if (template === undefined) return `Your code for ${appName} is ${code}`
  if (!template.includes('{{code}}')) throw unusable('smsCustomization.template', 'it has no {{code}}')
  return template.replace('{{code}}', () => code)
}

function unusable(field: string, reason: string) {
  return new ApiError('MAIL_TEMPLATE_INVALID', { field, reason }, { field })
}
