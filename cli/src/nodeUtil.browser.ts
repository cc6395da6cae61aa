/** In pages: `parseArgs` by the copy that Node's authors keep for elsewhere. */
export { parseArgs } from '@pkgjs/parseargs'
