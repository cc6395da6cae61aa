/**
 * The breakpoints of the site, named once. Style sheets write `@media (--narrow)`; `build/client/namedMedia.ts` puts the
 * condition in its place, and scripts import it from here. In `em`, 16 px to each unless the reader's text is larger: then
 * the page has room for as little as on a smaller screen. Between `narrow` and `wide` lies no width, not even of half a pixel.
 */

/** The menu in place of the navbar's links and the sidebar (specification §9: 996 px). The script of pages asks for this one alone. */
export const NARROW = '(width<=62.25em)'

export const breakpoints = {
  /** One column. */
  phone: '(width<=37.5em)',
  narrow: NARROW,
  wide: '(width>62.25em)',
  /** The navbar's links stand close. */
  tight: '(width<=77.5em)',
  /** So close that search is its icon. */
  tightest: '(62.25em<width<=71.25em)',
  /** A third column: contents, or the tools of a call. */
  roomy: '(width>=80em)',
  /** More than text needs. */
  vast: '(width>=90em)',
  /** A window of few lines, as at 400 % zoom. */
  low: '(height<25em)',
} as const
