/** Checks that the pages and sidebars that `site.config.ts` names exist. `schema.ts` checks everything else. */
import type { SiteModel } from './model.ts'
import { resolveItem } from './resolveNavbar.ts'
import type { ConfigProblem } from './schema.ts'
import type { FooterColumn, FooterLink, NavbarItem, SiteConfig } from './types.ts'

type Entry = NavbarItem | FooterColumn | FooterLink

/** Returns a problem for each item that leads nowhere. */
export function validateSiteConfig(config: SiteConfig, site: SiteModel): ConfigProblem[] {
  const context = { config, site, place: { route: '', version: '' } }
  return [
    ...problemsIn(config.navbar.items, 'navbar.items'),
    ...problemsIn(config.footer.links, 'footer.links'),
  ]

  function problemsIn(entries: readonly Entry[], path: string): ConfigProblem[] {
    return entries.flatMap((entry, at) => {
      if ('items' in entry) return problemsIn(entry.items, `${path}[${at}].items`)
      const message = problemOf(entry)
      return message === undefined ? [] : [{ path: `${path}[${at}]`, message, item: JSON.stringify(entry) }]
    })
  }

  function problemOf(entry: Exclude<Entry, FooterColumn>): string | undefined {
    if ('to' in entry && entry.to !== undefined)
      return entry.to.replace(/[?#].*$/, '') in site.titles ? undefined : `route \`${entry.to}\` not found`
    try {
      resolveItem(entry, context)
      return undefined
    } catch (error) {
      return ((error as Error).cause as Error).message
    }
  }
}
