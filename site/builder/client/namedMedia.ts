/** Resolves named breakpoints: `@media (--narrow)` → `@media (width<=62.25em)`. */
import { breakpoints } from '../../src/styles/breakpoints.ts'

interface MediaRule {
  params: string
  error(message: string): Error
}

/** PostCSS plugin. An unknown name fails the build at its line. */
export const namedMedia = {
  postcssPlugin: 'keywright-named-media',
  AtRule: {
    media(rule: MediaRule): void {
      const named = rule.params.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
        if (!Object.hasOwn(breakpoints, name))
          throw rule.error(`no breakpoint \`${name}\`: ${Object.keys(breakpoints).join(', ')}`)
        return breakpoints[name as keyof typeof breakpoints]
      })
      // PostCSS visits changed rules again.
      if (named !== rule.params) rule.params = named
    },
  },
}
