/** The test page: exposes sandbox and runner, loaded as on a page of the site. */
import { openSandbox } from '../src/index.ts'
import { runExample } from '../src/runner/index.ts'

Object.assign(window, { keywright: { openSandbox, runExample } })
