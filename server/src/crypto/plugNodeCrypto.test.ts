/** A machine that has another binary than ours, or none, signs by our own library, and says so. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sign } from '@keywright/keys'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bundleInto } from '../testing/bundle.ts'

const own = join(dirname(createRequire(import.meta.url).resolve('tiny-secp256k1')), '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'keywright-crypto-'))
const copy = join(folder, 'node_modules', 'tiny-secp256k1')
const wasm = join(copy, 'lib', 'secp256k1.wasm')
const child = join(folder, 'child.mjs')
beforeAll(() => bundleInto(child, new URL('./pluggedChild.ts', import.meta.url)))
beforeEach(() => {
  rmSync(copy, { recursive: true, force: true })
  cpSync(own, copy, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a process of its own prints, whose packages are the copies. */
const plugged = () => JSON.parse(execFileSync(process.execPath, [child], { encoding: 'utf8' })) as unknown

// Nothing is plugged in here.
const signature = sign('ecdsa', new Uint8Array(32).fill(255), new Uint8Array(32).fill(7))
const warned = (reason: string) => ({
  signature,
  warnings: [
    {
      level: 'warn',
      message: 'secp256k1 is computed by the slower library',
      reason: expect.stringContaining(reason),
    },
  ],
})

it('says nothing of the binary that it expects', () => {
  expect(plugged()).toEqual({ signature, warnings: [] })
})

it('does not take one of which a single byte is another', () => {
  const bytes = readFileSync(wasm)
  // In its middle, where no format is violated.
  const middle = bytes.length >> 1
  bytes[middle]! ^= 1
  writeFileSync(wasm, bytes)
  expect(plugged()).toEqual(warned('SHA-256'))
})

it('does without one that is not there, be it the binary or the package', () => {
  rmSync(wasm)
  expect(plugged()).toEqual(warned('secp256k1.wasm'))
  rmSync(copy, { recursive: true })
  expect(plugged()).toEqual(warned('tiny-secp256k1'))
})
