/** WebKitGTK, through its WebDriver from Debian (https://www.w3.org/TR/webdriver2/). */
import { spawn } from 'node:child_process'
import { Builder, Capabilities, Key, Origin } from 'selenium-webdriver'
import { freePort } from '../../../../hosts/server/test/support/ports.ts'
import type { Window } from './puppeteer.ts'
import type { Reader } from './reader.ts'

const KEYS: Readonly<Record<string, string>> = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE }

/** @param driverPath where `WebKitWebDriver` is. */
export async function openWebKit(driverPath: string, window: Window): Promise<Reader> {
  const port = await freePort()
  // The browser has no headless mode, so it gets a virtual display.
  const server = spawn('xvfb-run', ['-a', driverPath, `--port=${port}`], { detached: true, stdio: 'ignore' })
  const stop = () => {
    if (server.exitCode === null) process.kill(-server.pid!)
  }
  try {
    await listening(port)
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build()
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...window })
    // The driver turns the wheel by the difference to the distance of the last turn.
    let turned = 0
    return {
      open: (address) => driver.get(address),
      press: (key) =>
        driver
          .actions()
          .sendKeys(KEYS[key] ?? key)
          .perform(),
      click: (x, y) => driver.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform(),
      wheel(x, y, down) {
        turned += down
        return driver.actions().scroll(x, y, 0, turned, Origin.VIEWPORT).perform()
      },
      back: () => driver.navigate().back(),
      look: (expression) => driver.executeScript(`return (${expression})`),
      close: async () => {
        await driver.quit()
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the WebKit driver does not respond on port ${port}`)
}
