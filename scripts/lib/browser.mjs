/** Finds a Chromium for the browser tests, or installs one. */
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
