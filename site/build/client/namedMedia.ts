/** `@media (--narrow)` → `@media (width<=62.25em)`: style sheets name the breakpoints, one file says what they are. */
import { breakpoints } from '../../src/styles/breakpoints.ts'

interface MediaRule {
  params: string
  error(message: string): Error
}

/** A PostCSS plugin. A name that there is none of ends the build, at its line. */
export const namedMedia = {
  postcssPlugin: 'keywright-named-media',
  AtRule: {
    media(rule: MediaRule): void {
      const named = rule.params.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
        if (!Object.hasOwn(breakpoints, name))
          throw rule.error(`no breakpoint \`${name}\`: ${Object.keys(breakpoints).join(', ')}`)
        return breakpoints[name as keyof typeof breakpoints]
      })
      // A rule that is written is visited again.
      if (named !== rule.params) rule.params = named
    },
  },
}
