/** The forms with other versions of the libraries: those that are installed in `KEYWRIGHT_PEERS`. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const own = join(root, 'sdk/web3/')
const peers = process.env['KEYWRIGHT_PEERS']!

export default defineConfig({
  root,
  plugins: [
    {
      name: 'peers',
      enforce: 'pre',
      async resolveId(source, importer) {
        if (!importer?.startsWith(own) || /^[./]|^node:|^vitest|^@keywright\/|^@noble\//.test(source)) return
        // Vite looks in the root instead if the importer doesn't exist.
        const found = await this.resolve(source, join(peers, 'package.json'), { skipSelf: true })
        if (!found?.id.startsWith(join(peers, 'node_modules/'))) throw new Error(`${source} is ${found?.id}`)
        return found
      },
    },
  ],
  test: { include: ['sdk/web3/test/forms.nightly.test.ts'], testTimeout: 300_000 },
})
