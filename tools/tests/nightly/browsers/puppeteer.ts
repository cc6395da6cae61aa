/** Chromium and Firefox, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
import { type KeyInput, launch } from 'puppeteer-core'
import type { Reader } from './reader.ts'

export interface Window {
  readonly width: number
  readonly height: number
}

export async function openPuppeteer(
  browser: 'chrome' | 'firefox',
  executablePath: string,
  window: Window,
): Promise<Reader> {
  const opened = await launch({
    browser,
    executablePath,
    protocol: 'webDriverBiDi',
    headless: true,
    // As wide as a reader's.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : [],
    defaultViewport: window,
  })
  const page = await opened.newPage()
  return {
    open: async (address) => void (await page.goto(address)),
    press: (key) => page.keyboard.press(key as KeyInput),
    click: (x, y) => page.mouse.click(x, y),
    async wheel(x, y, down) {
      await page.mouse.move(x, y)
      await page.mouse.wheel({ deltaY: down })
    },
    // A page from the back/forward cache doesn't load, which `goBack` would wait for.
    back: async () => void (await page.evaluate('setTimeout(() => history.back())')),
    async look(expression) {
      try {
        return await page.evaluate(expression)
      } catch (error) {
        // The page navigated during the call: ask the new document.
        if (/context/i.test(String(error))) return page.evaluate(expression)
        throw error
      }
    },
    close: () => opened.close(),
  }
}
