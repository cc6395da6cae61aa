/** What the policies say. Change it, remove .env.service, and run `npm run setup` again. */

/** The one address that is paid. */
export const SUPPLIER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'

/** Ether that the service may pay at a time without a person. */
export const LIMIT = '0.1'
