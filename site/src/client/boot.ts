/**
 * The entry of the script. What is read is painted before anything starts, because nothing of it waits for a script; a
 * page that nobody looks at is painted at no time, and starts at once.
 */
import { createSite } from './createSite.ts'
import { pageStorage } from './storage.ts'

const start = () => createSite(document, history, pageStorage)

if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
