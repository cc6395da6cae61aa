/** Firefox and WebKitGTK for the tests that run in every browser: found, or installed where that is possible. */
import { findProgram, installFromDebian, isExecutable } from './debian.mjs'

const FIREFOX = ['firefox-esr', 'firefox']
const APPLICATION = '/Applications/Firefox.app/Contents/MacOS/firefox'

const findFirefox = () => findProgram(...FIREFOX) ?? [APPLICATION].find(isExecutable)
/** The driver needs a display, which `xvfb-run` provides. */
const findWebKit = () => findProgram('xvfb-run') && findProgram('WebKitWebDriver')

/**
 * Returns the environment variables for the tests. Never fails: tests of a missing browser are skipped with a message.
 * @returns KEYWRIGHT_FIREFOX and KEYWRIGHT_WEBKIT for the browsers that were found
 */
export async function ensureOtherBrowsers() {
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb', 'xauth']),
  ]
  if (missing.length > 0) await installFromDebian(...missing)
  const found = { KEYWRIGHT_FIREFOX: findFirefox(), KEYWRIGHT_WEBKIT: findWebKit() }
  for (const [name, path] of Object.entries(found)) {
    if (!path) console.log(`No browser for ${name}: skipping its tests. Set ${name} to run them.`)
  }
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path))
}
