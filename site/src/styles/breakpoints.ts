/**
 * The breakpoints of the site, named once. Style sheets write `@media (--narrow)`; the build puts the condition in its
 * place (`build/client/bundle.ts`), and scripts import it from here.
 */
export const breakpoints = {
  /** The menu in place of the navbar's links and the sidebar (specification §9: 996 px). */
  narrow: '(max-width: 996px)',
  wide: '(min-width: 997px)',
} as const

export const NARROW = breakpoints.narrow
