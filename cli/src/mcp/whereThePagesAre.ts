/** Where the command finds the pages: in a package beside the program, in the sources where the site's build puts them. */
import { fileURLToPath } from 'node:url'

/** Where packaging puts them (`scripts/packages/buildBundle.ts`), compressed: text of a megabyte. */
export const packedPages = fileURLToPath(new URL('./pages.md.br', import.meta.url))

/** Of a checkout, from the folder that the bundle is kept in (`node_modules/.cache/keywright/HASH`). */
export const builtPages = fileURLToPath(new URL('../../../../site/dist/llms-full.txt', import.meta.url))
