/** Stands in the published package as `bundle.mjs`: the command was built before it was packed. */
import { fileURLToPath } from 'node:url'

export const readyBundle = async () => fileURLToPath(new URL('../main.js', import.meta.url))
