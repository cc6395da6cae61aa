import { createServer } from 'vite'
import { expect, it } from 'vitest'
import { clientConfig } from './bundle.ts'

it('code that renders pages in the development server can hash', async () => {
  const vite = await createServer({
    ...clientConfig,
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
  })
  try {
    const { fileFor } = await vite.ssrLoadModule('/builder/kept.ts')
    expect(fileFor('cards', 'input')).toMatch(/cards.[0-9a-f]{32}$/)
  } finally {
    await vite.close()
  }
})
