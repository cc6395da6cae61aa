/**
 * The breakpoints of the site, named once. Style sheets write `@media (--narrow)`; `build/client/namedMedia.ts` puts the
 * condition in its place, and scripts import it from here.
 */

/** The menu in place of the navbar's links and the sidebar (specification §9: 996 px). The script of pages asks for this one alone. */
export const NARROW = '(max-width: 996px)'

export const breakpoints = {
  /** One column. */
  phone: '(max-width: 600px)',
  narrow: NARROW,
  wide: '(min-width: 997px)',
  /** The navbar's links stand close. */
  tight: '(max-width: 1240px)',
  /** So close that search is its icon. */
  tightest: '(min-width: 997px) and (max-width: 1140px)',
  /** A third column: contents, or the tools of a call. */
  roomy: '(min-width: 1280px)',
  /** More than text needs. */
  vast: '(min-width: 1440px)',
} as const
