/** The entry of the script. */
import { createSite } from './createSite.ts'
import { pageStorage } from './storage.ts'

createSite(document, history, pageStorage)
