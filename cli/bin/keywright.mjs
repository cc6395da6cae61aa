#!/usr/bin/env node
// Runs the TypeScript sources as they are, so that a fresh clone needs no build.
import module from 'node:module'
import process from 'node:process'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`error: Node ${process.versions.node} is too old\n  hint: install Node 20.19 or newer`)
  process.exit(2)
}
// Node 22 and newer keep compiled code between runs.
module.enableCompileCache?.()
const { register } = await import('tsx/esm/api')
register()
const { main } = await import('../src/main.ts')
await main(process)
