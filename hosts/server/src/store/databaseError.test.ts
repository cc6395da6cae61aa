/** What a command says about a database that it cannot open. */
import { describe, expect, it } from 'vitest'
import { databaseError } from './databaseError.ts'

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

  it('repeats the reason of PostgreSQL', () => {
    const message = 'the database system is starting up'
    expect(messageOf({ code: '57P03', message })).toBe(`the database does not respond: ${message}`)
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
