/** Locations of the documentation: next to the program in a package, or in the output of the site's build in a checkout. */
import { fileURLToPath } from 'node:url'

/** Written by `tools/scripts/packages/buildBundle.ts`, compressed because the text is about a megabyte. */
export const packedPages = fileURLToPath(new URL('./pages.md.br', import.meta.url))

/** In a checkout, relative to the folder of the bundle (`node_modules/.cache/keywright/HASH`). */
export const builtPages = fileURLToPath(new URL('../../../../site/dist/llms-full.txt', import.meta.url))
