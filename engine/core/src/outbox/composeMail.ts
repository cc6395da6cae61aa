/** Composes mails for the outbox. */
import { escapeHidden } from '@keywright/contract'
import type { OrganizationRow } from '../store/tables.ts'
import type { Message } from './outbox.ts'

export interface MailContent {
  readonly to: string
  readonly subject: string
  /** The text: lines, grouped by paragraph. */
  readonly paragraphs: readonly (readonly string[])[]
  /** Variables for templates of the host. */
  readonly template: Readonly<Record<string, unknown>>
}

/** Escapes text chosen by callers, so that it can't start a header or a line, or hide in the text. */
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
