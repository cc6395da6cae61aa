/** Errors of interfaces, and reading their JSON with a path. */

import { DuplicateMemberError, parseJson } from '../json.ts'

/** Bounds of an interface: entries of its lists, and levels of its types. */
export interface InterfaceBounds {
  readonly entries: number
  readonly depth: number
}

export const INTERFACE_BOUNDS: InterfaceBounds = { entries: 1_000, depth: 16 }

/** An interface that can't be used. `path` leads to the fault inside the JSON, `$` is the whole. */
export class InterfaceError extends Error {
  override readonly name = 'InterfaceError'
  readonly path: string
  readonly reason: string

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
    this.path = path
    this.reason = reason
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

/** @throws InterfaceError */
export function parseInterfaceJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    const reason = error instanceof DuplicateMemberError ? error.message : 'this is not JSON'
    throw new InterfaceError('$', reason)
  }
}

/** @throws InterfaceError */
export function objectAt(value: unknown, path: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new InterfaceError(path, 'this is not an object')
}

/** A list, or an empty one if it is absent. @throws InterfaceError */
export function listAt(value: unknown, path: string, { entries }: InterfaceBounds): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new InterfaceError(path, 'this is not a list')
  if (value.length > entries) throw new InterfaceError(path, `there are more than ${entries} entries`)
  return value
}

/** What somebody wrote, shortened for a message. */
export const shown = (value: unknown): string => `\`${(JSON.stringify(value) ?? 'nothing').slice(0, 60)}\``
