/** Writes into a report of a problem which section its reader is at, as the address says; the build knows the page alone. */
import type { Site } from './site.ts'

export function problemReport({ document }: Site): void {
  // The middle button and the menu open links too, and neither is a click.
  for (const intent of ['pointerdown', 'click'])
    document.addEventListener(intent, ({ target }) => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[data-report]')
      if (link) link.href = atSection(link.href, location.hash)
    })
}

/** @param address of a new issue, whose text has a line `Section:` */
export const atSection = (address: string, hash: string): string =>
  address.replace(/Section%3A.*?(?=%0A)/, () => `Section%3A${hash && '+'}${encodeURIComponent(hash)}`)
