/**
 * Breakpoints by name. `builder/client/namedMedia.ts` replaces `@media (--narrow)` in style sheets, and scripts import them.
 * They are in `em`, so that larger text has the same effect as a smaller screen. `narrow` and `wide` leave no gap, not
 * even for fractions of a pixel.
 */

/** The menu replaces the navbar's links and the sidebar (specification §9: 996 px). The only one that the page's script uses. */
export const NARROW = '(width<=62.25em)'

export const breakpoints = {
  /** One column. */
  phone: '(width<=37.5em)',
  /** Rows of wide tables become cards. */
  small: '(width<30em)',
  narrow: NARROW,
  wide: '(width>62.25em)',
  /** The navbar's links are close together. */
  tight: '(width<=77.5em)',
  /** Search shrinks to its icon. */
  iconic: '(width<=71.25em)',
  /** Links next to the icon of search. */
  tightest: '(62.25em<width<=71.25em)',
  /** The text column has room for two columns, with or without the table of contents next to it. */
  beside: '(68.75em<=width<80em) or (width>=88em)',
  /** Room for a third column: contents or the tools of a call. */
  roomy: '(width>=80em)',
  /** More than text needs. */
  vast: '(width>=90em)',
  /** Room for a wider article. */
  wider: '(width>=105em)',
  /** A low window, for example at 400 % zoom. */
  low: '(height<25em)',
} as const
