/** URLs of the tested sites. */

const first = Number(process.env['KEYWRIGHT_TEST_PORT'] ?? 4173)

export const ports = {
  /** The built site. */
  site: first,
  /** The fixture site: two docs versions, every navbar item, an announcement, a search page. */
  fixture: first + 1,
  /** The fixture site with a hosted search provider. */
  hosted: first + 2,
  /** For tests with their own server. */
  own: first + 3,
} as const

export const address = {
  site: `http://127.0.0.1:${ports.site}/`,
  fixture: `http://127.0.0.1:${ports.fixture}/`,
  hosted: `http://127.0.0.1:${ports.hosted}/`,
} as const
