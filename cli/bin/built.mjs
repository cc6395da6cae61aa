/** The published package contains this file as `bundle.mjs`, because its command is already built. */
import { fileURLToPath } from 'node:url'

export const readyBundle = async () => fileURLToPath(new URL('../main.js', import.meta.url))
