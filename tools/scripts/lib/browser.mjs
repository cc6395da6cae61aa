/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findProgram, installFromDebian, isExecutable } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium: KEYWRIGHT_BROWSER, one on the system, one that Playwright has, else Debian's, installed now. */
export async function ensureBrowser() {
  const found = (await findBrowser()) ?? (await installedFromDebian())
  if (found) return found
  console.error(
    [
      'No Chromium was found and none could be installed.',
      'Install Chromium or Chrome (Debian and Ubuntu: apt-get install chromium), or name one:',
      '  KEYWRIGHT_BROWSER=/path/to/chromium npm test',
    ].join('\n'),
  )
  process.exit(1)
}

const SHELL = 'chromium-headless-shell'

/**
 * The path of a headless shell, which needs half of the processor time of the browser: Debian's, in the same version as
 * the browser. Falls back to the browser.
 */
export async function ensureHeadlessShell(browser) {
  if (process.env.KEYWRIGHT_HEADLESS_SHELL) return process.env.KEYWRIGHT_HEADLESS_SHELL
  const packages = spawnSync('dpkg-query', ['--show', 'chromium-common'], { encoding: 'utf8' })
  const version = packages.stdout?.trim().split('\t')[1]
  if (!version) return browser
  // Another version would remove the browser, because both share a package.
  if (!findProgram(SHELL)) await installFromDebian(`${SHELL}=${version}`)
  return findProgram(SHELL) ?? browser
}

/** The path of the browser for tests that were started by hand; undefined: Playwright's own. */
export const browserForTests = () =>
  process.env.KEYWRIGHT_HEADLESS_SHELL ??
  process.env.KEYWRIGHT_BROWSER ??
  findProgram(SHELL, ...NAMES) ??
  APPLICATIONS.find(isExecutable)

async function findBrowser() {
  const named = process.env.KEYWRIGHT_BROWSER
  if (named && !isExecutable(named)) {
    console.error(`KEYWRIGHT_BROWSER names \`${named}\`, which is not an executable file.`)
    process.exit(1)
  }
  return named ?? findProgram(...NAMES) ?? APPLICATIONS.find(isExecutable) ?? (await fromPlaywright())
}

async function fromPlaywright() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

async function installedFromDebian() {
  await installFromDebian('chromium')
  return findProgram(...NAMES)
}
