/** The carrier will never take this message: it is given up at once. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}
