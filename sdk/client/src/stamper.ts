/** Proves who sends a request, with one header computed from the exact text of the body. */

/** A header, ready to send. */
export interface Stamp {
  /** `X-Stamp`, `X-Stamp-WebAuthn` or `X-Session`. */
  readonly stampHeaderName: string
  readonly stampHeaderValue: string
}

/**
 * Signs bodies. `@keywright/client` has stampers for API keys, passkeys, wallets and frames. Your own needs only this
 * method.
 */
export interface Stamper {
  /**
   * Called once per body.
   * @param payload the body's text; the signature is over its UTF-8 bytes, unchanged
   * @param options.signal the caller's signal, to close a prompt
   */
  stamp(payload: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<Stamp>
  /**
   * True if each stamp prompts the user. The client then never stamps without a call, so it doesn't poll with the stamper.
   * See `readStamper` of the configuration.
   */
  readonly isInteractive?: boolean
}
