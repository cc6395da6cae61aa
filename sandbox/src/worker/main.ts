/**
 * The dedicated worker's first script, and nothing but the way to the second: what other modules of the worker share
 * must not stand in it, because WebKit runs a worker's first script again when a module imports from it.
 */
import('./start.ts').catch(reportError)
