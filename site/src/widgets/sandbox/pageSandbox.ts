/** The page's only sandbox. It outlives islands and stays open across in-site navigation. */
import { type Sandbox, type SandboxWorker, startSandbox } from '@keywright/sandbox'

let worker: SandboxWorker | undefined
let opening: Promise<Sandbox> | undefined

/** Starts the worker on the first call. @throws TypeError if the browser can't start one */
export function startPageSandbox(): SandboxWorker {
  worker ??= startSandbox()
  return worker
}

/**
 * Opens the sandbox on the first call. Later calls return the same one.
 * @throws TypeError if it can't start. The next call tries again.
 */
export function getPageSandbox(): Promise<Sandbox> {
  if (opening === undefined) {
    opening = open()
    opening.catch(() => {
      worker = undefined
      opening = undefined
    })
  }
  return opening
}

const open = async () => startPageSandbox().open()
