/** How email addresses and phone numbers are written. */

/**
 * Something, an at sign, something: delivery is the only real test. The characters by which mail headers separate
 * addresses are left out, so that one address stays one.
 */
export const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@<>()[\],;:"\\]{1,255}$/

/** E.164: a plus sign and 7 to 15 digits. */
export const PHONE = /^\+[1-9]\d{6,14}$/
