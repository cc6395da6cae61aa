/**
 * Where messages may lead their readers. The operator sends them, so neither a link nor a text that mail programs turn
 * into a link may lead to a place that a caller chose alone.
 */
import { ApiError } from '@keywright/contract'
import type { CheckContext, Context } from '../../context.ts'
import type { OrganizationRow } from '../../store/tables.ts'
import type { ChosenTexts, MailWishes } from './customization.ts'

/**
 * Checks the link, and texts that a sub-organization's own user chose: parents choose the texts of their application.
 * @param field member of the request with the link
 * @throws ApiError 400
 */
export async function assertLeadsHome(
  context: CheckContext,
  { link, logoUrl, texts }: ChosenTexts,
  field: string,
): Promise<void> {
  const { organization, submitter, settings } = context
  if (settings.messageLinkOrigins === 'any') return
  const isBySubOrganization =
    organization.parentId !== null && submitter.organizationId === organization.organizationId
  const named = isBySubOrganization ? Object.entries(texts).filter(([, text]) => text && HOST.test(text)) : []
  const logo = isBySubOrganization ? logoUrl : undefined
  if ((link ?? logo) === undefined && named.length === 0) return
  const origins = settings.messageLinkOrigins ?? (await originsOf(context))
  for (const [member, url] of [
    [field, link],
    ['emailCustomization.logoUrl', logo],
  ] as const) {
    if (url === undefined || origins.some((origin) => isBelow(url, origin))) continue
    throw unusable(member, `it leads to none of the allowed origins${listed(origins)}`)
  }
  for (const [member, text] of named) {
    const host = addressesIn(text!).find((each) => !origins.some((origin) => isOf(each, origin)))
    if (host !== undefined) throw unusable(member, `it contains the address \`${host.slice(0, 200)}\``)
  }
}

async function originsOf(context: CheckContext): Promise<string[]> {
  const origin = (await applicationOf(context)).features['FEATURE_NAME_WEBAUTHN_ORIGINS']
  return origin ? [origin] : []
}

/** The organization of the application: of a sub-organization, its parent, because its own users choose its name. */
async function applicationOf({
  organization,
  open,
}: Pick<Context, 'organization' | 'open'>): Promise<OrganizationRow> {
  const { parentId } = organization
  if (parentId === null) return organization
  return (await (await open(parentId)).get('organization', 'organization')) ?? organization
}

/** The name of the application for a message whose requester gives none. Read only then. */
export async function defaultAppName(
  context: CheckContext,
  { appName, emailCustomization }: MailWishes,
): Promise<string> {
  const isNamed = (emailCustomization?.appName ?? appName) !== undefined
  return isNamed ? '' : (await applicationOf(context)).organizationName
}

/** The name of the organization, or its parent's if mail programs would make a link of it. */
export async function nameInMessages(context: CheckContext): Promise<string> {
  const { organizationName } = context.organization
  return HOST.test(organizationName) ? (await applicationOf(context)).organizationName : organizationName
}

/** By its text, because programs read unusual URLs in different ways, and end a link at a character that no URL contains. */
const isBelow = (link: string, origin: string): boolean =>
  URL_CHARACTERS.test(link) && ['/', '?', '#'].some((next) => link.startsWith(`${origin}${next}`))

/** RFC 3986, and letters of any language, which browsers encode. */
const URL_CHARACTERS = /^[\p{L}\p{M}\p{N}\-._~:/?#[\]@!$&'()*+,;=%]*$/u

/** Other dots that domain names may be written with (RFC 3490). */
const DOTS = /[。．｡]/g
/** What mail programs and phones turn into links: a host with a top-level domain, an IP address, and anything after a scheme. */
const HOST = /[\p{L}\p{N}-][.。．｡]\p{L}{2}|:\/\/|(?:\p{Nd}{1,3}[.。．｡]){3}\p{Nd}/u

/** Hosts in the text, and schemes with `://`. In one pass each, because texts may be long. */
function addressesIn(text: string): string[] {
  const beforeSchemes = text.split('://').slice(0, -1)
  const schemes = beforeSchemes.map((before) => `${/[\p{L}\p{N}]*$/u.exec(before.slice(-20))![0]}://`)
  const words = text.split(/[^\p{L}\p{N}.。．｡-]+/u).filter((word) => HOST.test(word))
  const hosts = words.map((word) => word.replace(DOTS, '.')).map((word) => word.replace(/\.$/, ''))
  return [...schemes, ...hosts].map((each) => each.toLowerCase())
}

/** The host of the origin, or a domain above it. */
function isOf(host: string, origin: string): boolean {
  const { hostname, protocol } = new URL(origin)
  return host === `${protocol}//` || hostname === host || hostname.endsWith(`.${host}`)
}

const listed = (origins: readonly string[]) => (origins.length === 0 ? '' : `: ${origins.join(', ')}`)

const unusable = (field: string, reason: string) =>
  new ApiError('MAIL_TEMPLATE_INVALID', { field, reason }, { field })
