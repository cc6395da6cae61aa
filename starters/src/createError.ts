/** The reasons why nothing was written. */
export type CreateErrorCode = 'FOLDER_NOT_EMPTY' | 'FOLDER_UNUSABLE' | 'NAME_INVALID' | 'PACKAGES_MISSING'

/** Nothing was written. */
export class CreateError extends Error {
  override readonly name = 'CreateError'
  readonly code: CreateErrorCode

  constructor(code: CreateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
