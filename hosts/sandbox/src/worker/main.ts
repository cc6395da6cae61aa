/**
 * The worker's entry script only imports the next one. It must not contain shared code, because WebKit runs the entry
 * script again when a module imports from it.
 */
import('./start.ts').catch(reportError)
// In parallel with the script that needs it, which reports an error.
import('./host.ts').catch(() => undefined)
