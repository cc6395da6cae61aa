/** The page's only sandbox. It outlives islands and stays open across in-site navigation. */
import { openSandbox, type Sandbox } from '@keywright/sandbox'

let opening: Promise<Sandbox> | undefined

/**
 * Opens the sandbox on the first call. Later calls return the same one.
 * @throws TypeError if it can't start. The next call tries again.
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
