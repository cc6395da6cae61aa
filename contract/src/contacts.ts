/** Formats of email addresses and phone numbers. */

/**
 * Text, an at sign, text: only delivery really tests an address. Characters that separate addresses in mail headers are
 * not allowed, so the text is always a single address.
 */
export const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@<>()[\],;:"\\]{1,255}$/

/** E.164: a plus sign and 7 to 15 digits. */
export const PHONE = /^\+[1-9]\d{6,14}$/
