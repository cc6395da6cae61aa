/** What proves who sends a request: one header made from the exact text of the body. */

/** A header, ready to be sent. */
export interface Stamp {
  /** `X-Stamp`, `X-Stamp-WebAuthn` or `X-Session`. */
  readonly stampHeaderName: string
  readonly stampHeaderValue: string
}

/**
 * Signs bodies. The packages `api-key-stamper`, `webauthn-stamper`, `iframe-stamper` and `wallet-stamper` have one each;
 * your own needs this one method.
 */
export interface Stamper {
  /**
   * Called once for each body.
   * @param payload the body's text; the signature is over its UTF-8 bytes, unchanged
   * @param options.signal the caller's, to close what asks a person
   */
  stamp(payload: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<Stamp>
  /**
   * True where each stamp asks a person. The client then never stamps on its own account: it does not poll with such a
   * stamper, see `readStamper` of the configuration.
   */
  readonly isInteractive?: boolean
}
