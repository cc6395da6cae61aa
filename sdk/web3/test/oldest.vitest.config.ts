/** The forms with other versions of the libraries: those that are installed in `KEYWRIGHT_PEERS`. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const own = join(root, 'sdk/web3/')
const peers = join(process.env['KEYWRIGHT_PEERS']!, 'index.js')

export default defineConfig({
  root,
  plugins: [
    {
      name: 'peers',
      enforce: 'pre',
      async resolveId(source, importer) {
        if (!importer?.startsWith(own) || /^[./]|^node:|^vitest|^@keywright\/|^@noble\//.test(source)) return
        return this.resolve(source, peers, { skipSelf: true })
      },
    },
  ],
  test: { include: ['sdk/web3/test/forms.nightly.test.ts'], testTimeout: 300_000 },
})
