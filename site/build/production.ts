/**
 * Imported before anything else: React reads it as it is loaded. What it would tell a developer costs a build a third of the time in
 * which pages are rendered, and the tests and the development server, which render the same pages, are told it.
 */
process.env['NODE_ENV'] ??= 'production'
