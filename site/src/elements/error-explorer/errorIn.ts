/** Reads the error of an answer: of a refused request, or the failure of an activity that had waited. */
import { parsed } from '../../ui/parsed.ts'

export interface ErrorRead {
  readonly errorCode: string
  readonly message: string
}

/** @returns undefined when there is none in it */
export function errorIn(answer: string): ErrorRead | undefined {
  const body = Object(parsed(answer))
  const { message, details } = Object(body.activity?.failure ?? body)
  if (!Array.isArray(details)) return undefined
  const code = details.find((one: object) => 'errorCode' in one)
  return { errorCode: String(Object(code).errorCode), message: String(message) }
}
