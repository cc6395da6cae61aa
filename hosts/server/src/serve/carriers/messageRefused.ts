/** The carrier rejected this message permanently, so it is not retried. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}
