/** Error of a PKCS#11 token, its module or its library. */
import { ServerError } from '../serverError.ts'

export const tokenUnavailable = (message: string, hint: string, cause?: unknown): ServerError =>
  new ServerError('TOKEN_UNAVAILABLE', message, hint, cause)
