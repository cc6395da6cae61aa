/** Bundles a file with its imports into one JavaScript file, which runs without tsx, like the published command. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const server = fileURLToPath(new URL('../../package.json', import.meta.url))

/** @param outside additional modules to resolve at run time instead of bundling them */
export async function bundleInto(
  outfile: string,
  entry: URL,
  outside: readonly string[] = [],
): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    // Native binaries, resolved from the package that depends on them.
    external: ['@libsql/*', 'pg-native', ...outside],
    banner: {
      js: `import { createRequire as toRequire } from 'node:module'; const require = toRequire(${JSON.stringify(server)});`,
    },
  })
}
