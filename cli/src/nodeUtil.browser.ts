/** In pages: `parseArgs` by the copy that Node's authors keep for elsewhere, and no colours. */
export { parseArgs } from '@pkgjs/parseargs'

export const styleText = (_format: string, text: string): string => text
