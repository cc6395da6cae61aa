/** A message that waits in an outbox. */

import { rowIdOf, sealMessage } from '../../src/outbox/outbox.ts'
import { OUTBOX, type Write } from '../../src/store/store.ts'
import type { Vault } from '../../src/vault.ts'

/** @param id of the message @param dueAt milliseconds since 1970 */
export function waitingMail(organization: string, id: string, vault: Vault, dueAt: number): Write {
  const mail = {
    to: 'alice@example.com',
    subject: 'A message',
    text: id,
    organizationId: organization,
    template: {},
  }
  const row = sealMessage({ kind: 'mail', mail }, organization, id, vault, dueAt)
  return { organization, table: OUTBOX, id: rowIdOf(row, id), value: row as never }
}
