/** The version of this package, as `--version` and the `X-Client-Version` header say it. */
import manifest from '../package.json' with { type: 'json' }

export const version: string = manifest.version
