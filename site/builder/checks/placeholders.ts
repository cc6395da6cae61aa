/** Finds addresses of the brand that don't lead anywhere yet. */
import type { Problem, Severity } from '../problems.ts'

/** Names that are reserved for examples and tests (RFC 2606, RFC 6761), and the reader's own machine. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|localhost|test)$|^127\.|^\[::1\]$/

export interface Addresses {
  readonly url: string
  readonly links: Readonly<Record<string, string>>
}

/** @returns one problem per address that must be replaced before the site is published */
export const placeholdersIn = ({ url, links }: Addresses, severity: Severity): Problem[] =>
  Object.entries({ url, ...links })
    .filter(([, address]) => RESERVED.test(new URL(address).hostname))
    .map(([name, address]) => ({
      severity,
      file: 'site/brand.ts',
      message: `\`${name}\` is a placeholder: replace \`${address}\` before you publish the site`,
    }))
