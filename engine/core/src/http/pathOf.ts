/** The path of a URL. */

/** URLs whose path needs no normalization: a plain host, and no characters with other spellings. */
const PLAIN = /^https?:\/\/[a-z0-9.:-]+(\/[\w/-]*)$/

/** The same as `new URL(address).pathname`, without creating a URL for the common ones. Each request needs it twice. */
export const pathOf = (address: string): string => PLAIN.exec(address)?.[1] ?? new URL(address).pathname
