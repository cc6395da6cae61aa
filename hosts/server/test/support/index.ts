/** Test helpers for other packages: a development server on a socket, and PostgreSQL. */

export { startDelivering } from '../../src/serve/delivering.ts'
export { openSqliteStore } from '../../src/store/sqlite.ts'
export { rootOf, startTestDev, type TestDev } from './devServer.ts'
export { openOperator, type TestOperator } from './operator.ts'
export { freePort, freePorts } from './ports.ts'
export * from './postgres.ts'
export { type SmtpSink, type SunkMail, startSmtpSink } from './smtpSink.ts'
export { findSoftHsm, makeSoftHsm, type SoftHsm } from './softHsm.ts'
export { query } from './teamServer.ts'
