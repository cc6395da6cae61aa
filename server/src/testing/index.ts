/** What tests of other packages start: a development server on a socket, a real PostgreSQL. */

export { rootOf, startTestDev, type TestDev } from './devServer.ts'
export { openOperator, type TestOperator } from './operator.ts'
export * from './postgres.ts'
export { type SmtpSink, type SunkMail, startSmtpSink } from './smtpSink.ts'
export { findSoftHsm, makeSoftHsm, type SoftHsm } from './softHsm.ts'
export { query } from './teamServer.ts'
