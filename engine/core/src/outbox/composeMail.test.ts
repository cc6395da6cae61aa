import { findHidden } from '@keywright/contract'
import { expect, it } from 'vitest'
import type { OrganizationRow } from '../store/tables.ts'
import { composeMail } from './composeMail.ts'
import type { Message } from './outbox.ts'

/** A name that the contract rejects. An operator's command can still store it. */
const HOSTILE = 'Acme\r\nBcc: eve@example.com\r\n\r\nYour code is 000000\u202e\u2028\u200b\u001b[2J'
const organization = { organizationId: 'id', organizationName: HOSTILE } as OrganizationRow

it('keeps names from starting a header or line, or hiding text in a mail', () => {
  const { mail } = composeMail(organization, {
    to: 'alice@example.com',
    subject: `Your code for ${HOSTILE}`,
    paragraphs: [[`Your code for ${HOSTILE} is 123456`, 'https://example.com'], ['Ignore this.']],
    template: {},
  }) as Extract<Message, { kind: 'mail' }>
  expect(findHidden(mail.subject)).toBeUndefined()
  expect(findHidden(mail.text, '\n')).toBeUndefined()
  expect(mail.text.split('\n')).toEqual([
    expect.stringMatching(/^Your code for Acme.* is 123456$/),
    'https://example.com',
    '',
    'Ignore this.',
    '',
  ])
  expect(findHidden(mail.template['organizationName'] as string)).toBeUndefined()
})
