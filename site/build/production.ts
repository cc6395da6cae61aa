/**
 * Import it first, because React reads `NODE_ENV` when it loads. React's development checks would take a third of the
 * rendering time. Tests and the development server still run them.
 */
process.env['NODE_ENV'] ??= 'production'
