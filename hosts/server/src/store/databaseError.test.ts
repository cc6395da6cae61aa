/** What a command says about a database that it cannot open. */
import { describe, expect, it } from 'vitest'
import { databaseError, orDatabaseError } from './databaseError.ts'

const messageOf = (error: object) => databaseError(error).message

describe('the message for a database that cannot be opened', () => {
  it('names the address that does not respond', () => {
    const refused = { code: 'ECONNREFUSED', address: '127.0.0.1', port: 5433 }
    expect(messageOf(refused)).toBe('the database at 127.0.0.1:5433 does not respond: connection refused')
    // Node tries each address of a name.
    const both = Object.assign(new AggregateError([{ ...refused, address: '::1' }, refused]), {
      code: 'ECONNREFUSED',
    })
    expect(messageOf(both)).toBe('the database at ::1:5433 does not respond: connection refused')
    expect(messageOf({ code: 'ENOTFOUND', hostname: 'db.example' })).toBe(
      'the database at db.example does not respond: host name not found',
    )
  })

  it.each([
    { message: 'The server does not support SSL connections' },
    { code: 'ENOENT', syscall: 'open', message: "ENOENT: no such file or directory, open '/ca.crt'" },
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: "Host: db. is not cert's CN: x, of the certificate" },
  ])('says why there is no TLS connection: $message', (error) => {
    expect(databaseError(error)).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: `no TLS connection to the database: ${error.message}`,
      hint: expect.stringContaining('sslrootcert'),
    })
  })

  it('repeats the reason of PostgreSQL', () => {
    const message = 'the database system is starting up'
    expect(messageOf({ code: '57P03', message })).toBe(`the database does not respond: ${message}`)
  })

  it('says what to do about a database that cannot be written', () => {
    const readOnly = { code: '25006', severity: 'ERROR', message: 'cannot execute INSERT in …' }
    expect(databaseError(readOnly)).toMatchObject({
      message: 'the database is read-only',
      hint: expect.stringMatching(/primary/),
    })
    expect(messageOf({ code: '53100' })).toBe('the disk of the database is full')
  })

  it('covers failures after the database was opened, but no bug', () => {
    const code = 'DATABASE_UNREACHABLE'
    for (const error of [
      { code: '25006', severity: 'ERROR', message: 'cannot execute SELECT FOR UPDATE' },
      { code: '57P01', severity: 'FATAL', message: 'terminating connection due to administrator command' },
      new Error('Connection terminated unexpectedly'),
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    ])
      expect(orDatabaseError(error)).toMatchObject({ name: 'ServerError', code })
    const others = [new Error('x'), { code: '42601', severity: 'ERROR', message: 'syntax error' }, undefined]
    for (const error of others) expect(orDatabaseError(error)).toBe(error)
  })

  it('names the database that does not exist, and the user that was rejected', () => {
    expect(messageOf({ code: '3D000', message: 'database "nope" does not exist' })).toBe(
      'the database cannot be opened: database "nope" does not exist',
    )
    expect(messageOf({ code: '28P01', message: 'password authentication failed for user "ada"' })).toBe(
      'the database rejected the login: password authentication failed for user "ada"',
    )
  })
})
