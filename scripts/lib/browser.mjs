/** Finds a Chromium for the browser tests, or installs one. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bin, root } from './install.mjs'
import { run } from './steps.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a Chromium: KEYWRIGHT_BROWSER, one on the system, one that Playwright has, else one installed now.
 * Debian's package comes before Playwright's download, so that where it serves, nothing comes from
 * outside the npm and Debian registries.
 */
export async function ensureBrowser() {
  const found = (await findBrowser()) ?? (await installFromDebian()) ?? (await installFromPlaywright())
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
  return named ?? onPath() ?? APPLICATIONS.find(isExecutable) ?? (await fromPlaywright())
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

async function fromPlaywright() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("Installing Debian's chromium …")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
  return onPath()
}

async function installFromPlaywright() {
  console.log("Installing Playwright's Chromium …")
  await run(bin('playwright'), ['install', 'chromium'], { cwd: root, shell: process.platform === 'win32' })
  return fromPlaywright()
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
