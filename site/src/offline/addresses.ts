/** Where what serves readers without a network stands. Apart from the rest, because the script of every page asks for it. */

/** The script of the service worker. Hosts must let browsers ask for it again: it replaces itself. */
export const WORKER = '/sw.js'
/** A document without a page, which fetches the fragment of the address that it stands at. */
export const SHELL_ROUTE = '/offline'
