/** A machine with another binary, or without one, falls back to @noble/curves and logs a warning. */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { sign } from '@keywright/keys'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { bundleInto } from '../../test/support/bundle.ts'

const own = join(dirname(createRequire(import.meta.url).resolve('tiny-secp256k1')), '..', '..')
const folder = temporaryFolder('crypto')
const copy = join(folder, 'node_modules', 'tiny-secp256k1')
const wasm = join(copy, 'lib', 'secp256k1.wasm')
const child = join(folder, 'child.mjs')
beforeAll(() => bundleInto(child, new URL('../../test/support/pluggedChild.ts', import.meta.url)))
beforeEach(() => {
  rmSync(copy, { recursive: true, force: true })
  cpSync(own, copy, { recursive: true })
})

const plugged = () => JSON.parse(execFileSync(process.execPath, [child], { encoding: 'utf8' })) as unknown

// This process uses the default library.
const signature = sign('ecdsa', new Uint8Array(32).fill(255), new Uint8Array(32).fill(7))
const warned = (reason: string) => ({
  signature,
  warnings: [
    {
      level: 'warn',
      message: 'falling back to the slower secp256k1 library',
      reason: expect.stringContaining(reason),
    },
  ],
})

it('logs no warning for the expected binary', () => {
  expect(plugged()).toEqual({ signature, warnings: [] })
})

it('rejects a binary with a single changed byte', () => {
  const bytes = readFileSync(wasm)
  // In the middle, where the format stays valid.
  const middle = bytes.length >> 1
  bytes[middle]! ^= 1
  writeFileSync(wasm, bytes)
  expect(plugged()).toEqual(warned('SHA-256'))
})

it('works without the binary or the package', () => {
  rmSync(wasm)
  expect(plugged()).toEqual(warned('secp256k1.wasm'))
  rmSync(copy, { recursive: true })
  expect(plugged()).toEqual(warned('tiny-secp256k1'))
})
