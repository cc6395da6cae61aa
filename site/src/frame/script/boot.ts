/**
 * Entry point of the script. Waits for the first paint, because the content needs no script. A hidden page never
 * paints, so it starts immediately.
 */

import { pageStorage } from '../../shared/storage.ts'
import { createSite, startCalls } from './createSite.ts'

const start = () => createSite(document, history, pageStorage)

if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))

// Readers of the reference type into its filter as soon as they see it.
startCalls(document)
