/** Mails as the outbox keeps them. */
import type { OrganizationRow } from '../store/tables.ts'
import type { Message } from './outbox.ts'

export interface MailContent {
  readonly to: string
  readonly subject: string
  /** Paragraphs of the text. */
  readonly lines: readonly string[]
  /** For templates of the host. */
  readonly template: Readonly<Record<string, unknown>>
}

/** Nothing that callers chose can start another header: the subject is one line. */
export function composeMail(organization: OrganizationRow, content: MailContent): Message {
  const { organizationId, organizationName } = organization
  return {
    kind: 'mail',
    mail: {
      to: content.to,
      subject: oneLine(content.subject),
      text: `${content.lines.join('\n\n')}\n`,
      organizationId,
      template: { ...content.template, organizationName },
    },
  }
}

function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
}
