/** The one sandbox of the page. It outlives the islands that use it: going to another page keeps it open. */
import { openSandbox, type Sandbox } from '@keywright/sandbox'

let opening: Promise<Sandbox> | undefined

/**
 * Opens the sandbox at the first call; later calls, from whichever island, get the same.
 * @throws TypeError when it does not start; the next call tries again
 */
export function getPageSandbox(): Promise<Sandbox> {
  if (opening === undefined) {
    opening = openSandbox()
    opening.catch(() => {
      opening = undefined
    })
  }
  return opening
}
