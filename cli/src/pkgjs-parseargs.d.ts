declare module '@pkgjs/parseargs' {
  export { parseArgs } from 'node:util'
}
