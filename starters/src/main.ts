#!/usr/bin/env node
/** The command `create-keywright-app`. */
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  isTerminal: process.stdin.isTTY === true,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
})
