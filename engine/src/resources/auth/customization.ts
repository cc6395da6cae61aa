/** How callers dress the mails and text messages of a sign-in. */
import { ApiError, escapeHidden, findHidden, limits } from '@keywright/contract'
import { parseJson } from '@keywright/keys'

/** As posted, in any version. */
export interface MailWishes {
  /** Newer versions of some calls name the application here, others in the customization. */
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

/** What the mail is made of. */
export interface MailDress {
  readonly appName: string
  /** The template with the secret in it; absent without a template. */
  readonly link?: string
  /** For templates of the host: everything that the caller said, and the secret. */
  readonly template: Readonly<Record<string, unknown>>
}

const FIELD = 'emailCustomization'

/**
 * @param secret what replaces `%s` in the link: a bundle or a code
 * @param organizationName names the application when the caller does not
 * @throws ApiError 400 when the link template lacks `%s`, or the variables are not a JSON object
 */
export function dressMail(wishes: MailWishes, secret: string, organizationName: string): MailDress {
  const { emailCustomization = {}, appName: outerName, ...sender } = wishes
  const { appName: innerName, magicLinkTemplate, templateVariables, ...rest } = emailCustomization
  // A name that was stored before hidden characters were refused.
  const appName = escapeHidden(innerName ?? outerName ?? organizationName)
  const link = magicLinkTemplate === undefined ? {} : { link: fillLink(magicLinkTemplate, secret) }
  const variables = templateVariables === undefined ? {} : readVariables(templateVariables)
  return {
    appName,
    ...link,
    template: { ...sender, ...rest, ...link, appName, templateVariables: variables },
  }
}

function fillLink(template: string, secret: string): string {
  const field = `${FIELD}.magicLinkTemplate`
  if (!template.includes('%s')) throw unusable(field, 'it has no %s')
  // A function, because `$` in a replacement text has a meaning.
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
  // Escapes in the JSON text can spell what the text itself must not contain.
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
 * @param template text with `{{code}}`; default: one of ours
 * @throws ApiError 400 when the template has no place for the code
 */
export function fillSms(template: string | undefined, code: string, appName: string): string {
  if (template === undefined) return `Your code for ${appName} is ${code}`
  if (!template.includes('{{code}}')) throw unusable('smsCustomization.template', 'it has no {{code}}')
  return template.replace('{{code}}', () => code)
}

function unusable(field: string, reason: string) {
  return new ApiError('MAIL_TEMPLATE_INVALID', { field, reason }, { field })
}
