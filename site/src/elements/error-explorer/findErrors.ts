/** Errors of the catalogue by any word of theirs, their code, their number, or a call that answers them. */
import type { ApiDescription, CatalogueError } from '../../reference/description.ts'

export interface FoundError extends CatalogueError {
  readonly errorCode: string
  /** Calls that answer it for reasons of their own. */
  readonly calls: readonly string[]
}

export function listErrors(description: ApiDescription): FoundError[] {
  const operations = Object.values(description.paths).map(({ post }) => post)
  return Object.entries(description['x-errors']).map(([errorCode, error]) => ({
    ...error,
    errorCode,
    calls: operations
      .filter((operation) => operation['x-call'].errors.includes(errorCode))
      .map(({ operationId }) => operationId),
  }))
}

/** @param query words, all of which are found; a whole code finds its error, a message as it came its pattern */
export function findErrors(all: readonly FoundError[], query: string): FoundError[] {
  const asked = query.trim().toLowerCase()
  const exact = all.filter(
    ({ errorCode, message }) => errorCode === query.trim() || patternOf(message).test(query.trim()),
  )
  if (asked !== '' && exact.length > 0) return exact
  const words = asked.split(/\s+/).filter(Boolean)
  return all.filter((error) => {
    const { errorCode, status, code, message, cause, help, calls } = error
    const text = [errorCode, status, `code ${code}`, message, cause, help, ...calls].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Where the message has a value in it, anything fits. */
const patternOf = (message: string) =>
  new RegExp(
    `^${message
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
    'i',
  )
