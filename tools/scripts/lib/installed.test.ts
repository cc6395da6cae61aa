import { expect, it } from 'vitest'
import { isComplete } from './installed.mjs'

const lockOf = (packages: object) => ({ packages: { '': { name: 'root' }, engine: {}, ...packages } })
const a = { version: '1.0.0', integrity: 'sha512-a' }

it.each([
  ['everything', { 'node_modules/a': a }, { 'node_modules/a': a }, true],
  ['a package is missing', { 'node_modules/a': a }, {}, false],
  ['another version', { 'node_modules/a': a }, { 'node_modules/a': { ...a, version: '2.0.0' } }, false],
  ['other bytes', { 'node_modules/a': a }, { 'node_modules/a': { ...a, integrity: 'sha512-b' } }, false],
  ['another platform is missing', { 'node_modules/a': { ...a, os: ['win32'] } }, {}, true],
  ['more than the lockfile names', {}, { 'node_modules/a': a }, true],
])('compares an installation with the lockfile: %s', (_, locked, installed, complete) => {
  expect(isComplete(lockOf(locked), { packages: installed })).toBe(complete)
})
