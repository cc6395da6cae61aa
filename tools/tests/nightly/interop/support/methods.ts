/** Which method of a client posts to which call, read from the client itself. */
import { type CallName, calls } from '@keywright/contract'

export type Method = (input: object) => Promise<Record<string, unknown>>

const PATH = /["'`]\/public\/v1\/(?:query|submit)\/(\w+)["'`]/

/** Method names by call of the contract; calls that a client knows and the contract does not are left out. */
export function methodsOf(client: object): ReadonlyMap<CallName, string> {
  const found = callsOf(client).filter(([name, call]) => !isStampOnly(name) && Object.hasOwn(calls, call))
  return new Map(found.map(([name, call]) => [call as CallName, name]))
}

/** `stampGetWhoami` only stamps a request; `stampLogin` is a call. */
const isStampOnly = (name: string) => name.startsWith('stamp') && name !== 'stampLogin'

/** Method names by the calls that a client posts and the contract does not know, in alphabetical order. */
export function unservedMethodsOf(client: object): ReadonlyMap<string, string> {
  const found = callsOf(client).filter(([name, call]) => !isStampOnly(name) && !Object.hasOwn(calls, call))
  return new Map(found.map(([name, call]) => [call, name] as const).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const callsOf = (client: object): [name: string, call: string][] =>
  Object.entries(client).flatMap(([name, member]) => {
    const call = typeof member === 'function' ? PATH.exec(String(member))?.[1] : undefined
    return call === undefined ? [] : [[name, call]]
  })
