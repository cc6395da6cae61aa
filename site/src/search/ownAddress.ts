/** Path and hash of a URL, as a link within this site. A link that starts with two slashes would lead to another site. */
export const ownAddress = ({ pathname, hash }: Pick<URL, 'pathname' | 'hash'>): string =>
  `/${pathname.replace(/^\/+/, '')}${hash}`
