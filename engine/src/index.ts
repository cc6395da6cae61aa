/** The engine: the documented API as a function from requests to responses, over ports. */
export { createEngine, type Engine } from './engine.ts'
export { type JournalChange, type JournalEntry, NO_PREVIOUS_ENTRY } from './journal/entry.ts'
export { type JournalVerdict, readJournal, verifyJournal } from './journal/verify.ts'
export type { Mail, ObservedDecision, Ports, Settings, Sms, WebhookDelivery } from './ports.ts'
export type { NewOrganization, OrganizationCreated } from './resources/organizations/bootstrap.ts'
export { createMemoryStore } from './store/memory.ts'
export * from './store/store.ts'
export type { ActivityRow, OrganizationRow, UserRow } from './store/tables.ts'
