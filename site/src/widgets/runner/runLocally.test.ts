import { describe, expect, it } from 'vitest'
import { runLocally } from './runLocally.ts'

describe('runLocally', () => {
  it('installs the other packages that an example imports', () => {
    const imports = ['@keywright/client', '@noble/curves/ed25519.js', 'viem', 'viem/accounts']
    expect(runLocally({ file: 'web3/viem.ts', imports })).toBe(
      'npm install @noble/curves viem\nnpx keywright exec -- npx --yes tsx viem.mts',
    )
  })

  it('uses the checkout for examples with packages that are not published', () => {
    expect(runLocally({ file: 'security/key-at-rest.ts', imports: ['@keywright/engine'] })).toBe(
      'npx keywright exec -- npx tsx examples/security/key-at-rest.ts',
    )
  })
})
