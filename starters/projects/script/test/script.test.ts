/** The script against the Keywright that `npm test` starts. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const runScript = () => execFileSync('npx', ['tsx', 'src/main.ts'], { encoding: 'utf8' })

test('signs with a wallet, and with the same one the next time', () => {
  const [first, second] = [runScript(), runScript()]
  assert.match(first, /^verified {2}true$/m)
  assert.equal(second, first)
})
