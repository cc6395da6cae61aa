#!/usr/bin/env node
// Builds the command on demand, so that a fresh clone needs no build step.
import module from 'node:module'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`error: Node ${process.versions.node} is too old\n  hint: install Node 20.19 or newer`)
  process.exit(2)
}
// Available in Node 22 and newer.
module.enableCompileCache?.()
if (process.env.KEYWRIGHT_DEBUG) process.setSourceMapsEnabled(true)
const { readyBundle } = await import('./bundle.mjs')
const { main } = await import(pathToFileURL(await readyBundle()).href)
await main(process)
