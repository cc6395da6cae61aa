/** Mails as the outbox keeps them. */
import { escapeHidden } from '@keywright/contract'
import type { OrganizationRow } from '../store/tables.ts'
import type { Message } from './outbox.ts'

export interface MailContent {
  readonly to: string
  readonly subject: string
  /** The text, as lines of each paragraph. */
  readonly paragraphs: readonly (readonly string[])[]
  /** For templates of the host. */
  readonly template: Readonly<Record<string, unknown>>
}

/** Nothing that callers chose can start another header or another line, or hide in the text. */
export function composeMail(organization: OrganizationRow, content: MailContent): Message {
  const { organizationId, organizationName } = organization
  return {
    kind: 'mail',
    mail: {
      to: content.to,
      subject: oneLine(content.subject),
      text: `${content.paragraphs.map((lines) => lines.map((line) => escapeHidden(line)).join('\n')).join('\n\n')}\n`,
      organizationId,
      template: { ...content.template, organizationName: escapeHidden(organizationName) },
    },
  }
}

function oneLine(text: string): string {
  return escapeHidden(text.replace(/\p{Cc}+/gu, ' ').trim()).slice(0, 200)
}
