/** Adds the current section to the problem report link, because the build knows only the page. */
import type { Site } from './site.ts'

export function problemReport({ document }: Site): void {
  // The middle button and the context menu open links without a click event.
  for (const intent of ['pointerdown', 'click'])
    document.addEventListener(intent, ({ target }) => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[data-report]')
      if (link) link.href = atSection(link.href, location.hash)
    })
}

/** @param address of a new issue with a line `Section:` */
export const atSection = (address: string, hash: string): string =>
  address.replace(/Section%3A.*?(?=%0A)/, () => `Section%3A${hash && '+'}${encodeURIComponent(hash)}`)
