/** The path of an address. */

/** One whose path stands in it as it is: a usual host, and nothing that has another spelling. */
const PLAIN = /^https?:\/\/[a-z0-9.:-]+(\/[\w/-]*)$/

/** What `new URL(address).pathname` is; of the usual ones without making a URL, of which each request would need two. */
export const pathOf = (address: string): string => PLAIN.exec(address)?.[1] ?? new URL(address).pathname
