/** Firefox and WebKitGTK for the tests that run in every browser: found, or installed where that is possible. */
import { findProgram, installFromDebian, isExecutable } from './debian.mjs'

const FIREFOX = ['firefox-esr', 'firefox']
const APPLICATION = '/Applications/Firefox.app/Contents/MacOS/firefox'

const findFirefox = () => findProgram(...FIREFOX) ?? [APPLICATION].find(isExecutable)
/** The driver alone opens no window: it needs a display, which `xvfb-run` gives it. */
const findWebKit = () => findProgram('xvfb-run') && findProgram('WebKitWebDriver')

/**
 * Where they are, as the tests read it. Never fails: what is missing is skipped, and says so.
 * @returns KEYWRIGHT_FIREFOX and KEYWRIGHT_WEBKIT, each only where there is one
 */
export async function ensureOtherBrowsers() {
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb', 'xauth']),
  ]
  if (missing.length > 0) await installFromDebian(...missing)
  const found = { KEYWRIGHT_FIREFOX: findFirefox(), KEYWRIGHT_WEBKIT: findWebKit() }
  for (const [name, path] of Object.entries(found)) {
    if (!path) console.log(`No browser for ${name}: what must run in it is skipped. Name one to run it.`)
  }
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path))
}
