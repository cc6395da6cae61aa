/** What the test's page offers to the test: the sandbox and the runner, as a page of the site loads them. */
import { openSandbox } from '../src/index.ts'
import { runExample } from '../src/runner/index.ts'

Object.assign(window, { keywright: { openSandbox, runExample } })
