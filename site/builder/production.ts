/** Settings of the process of a build. Import it first, because React and the bundler read them when they load. */

// React's development checks would take a third of the rendering time. Tests and the development server still run them.
process.env['NODE_ENV'] ??= 'production'

// The system would have to find and clear 2 MB pages for each of the bundler's threads, a quarter of the bundler's time.
process.env['MIMALLOC_ALLOW_THP'] ??= '0'
