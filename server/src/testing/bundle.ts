/** A file with all that it imports as JavaScript of one piece, as the command runs: without tsx, which is for the sources alone. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const server = fileURLToPath(new URL('../../package.json', import.meta.url))

/** @param outside further modules that are not bundled, but found when it runs */
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
    // Binaries, looked for from the package that depends on them.
    external: ['@libsql/*', 'pg-native', ...outside],
    banner: {
      js: `import { createRequire as toRequire } from 'node:module'; const require = toRequire(${JSON.stringify(server)});`,
    },
  })
}
