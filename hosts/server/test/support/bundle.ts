/** Bundles a file with its imports into one JavaScript file, which runs without tsx, like the published command. */
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const server = fileURLToPath(new URL('../../package.json', import.meta.url))

/** A file that another one, which may import it, replaces in the bundle. */
export interface StandIn {
  /** The end of the path of the file that is replaced. */
  readonly of: RegExp
  readonly by: URL
}

/** @param outside additional modules to resolve at run time instead of bundling them */
export async function bundleInto(
  outfile: string,
  entry: URL,
  outside: readonly string[] = [],
  standIn?: StandIn,
): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: standIn ? [replacing(standIn)] : [],
    // Native binaries, resolved from the package that depends on them.
    external: ['@libsql/*', 'pg-native', ...outside],
    banner: {
      js: `import { createRequire as toRequire } from 'node:module'; const require = toRequire(${JSON.stringify(server)});`,
    },
  })
}

const replacing = ({ of, by }: StandIn): Plugin => ({
  name: 'stand-in',
  setup: ({ onResolve }) =>
    onResolve({ filter: of }, ({ importer }) => {
      const path = fileURLToPath(by)
      return importer === path ? undefined : { path }
    }),
})
