/** Back, reload and links return to the same place: the words at a line of the window, not a number of pixels. */
import { expect, type Page, test, visit } from './support/test.ts'

/** One page of each kind. The first ones render their content late. */
const KINDS = [
  '/api/',
  '/playground',
  '/concepts/policies/language',
  '/',
  '/category/concepts',
  '/changelog',
  '/faq',
  '/getting-started/examples',
  '/getting-started/quickstart',
  '/markdown-page',
  '/sdks/javascript-server',
]
const WIDTHS = [375, 1280]
/** The others are nightly. */
const ALWAYS = ['/concepts/policies/language 1280']
/** A failure prints it. Set the variable to repeat a run. */
const SEED = Number(process.env['KEYWRIGHT_SEED'] ?? Date.now() % 1e9)

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The text at a third of the window, and where it starts. */
function readLine(page: Page): Promise<{ text: string; top: number }> {
  return page.evaluate(() => {
    const main = document.getElementById('main')!.getBoundingClientRect()
    for (let y = innerHeight / 3; y < innerHeight; y += 5) {
      // Right of the list of calls, and not in a gap between blocks.
      const at = document
        .elementFromPoint(main.left + main.width * 0.4, y)
        ?.closest('p, li, tr, pre, h2, h3, h4, dd')
      const text = (at?.textContent ?? '').trim().slice(0, 80)
      if (at && text) return { text, top: at.getBoundingClientRect().top }
    }
    throw new Error('no text in the window')
  })
}

/** The first document of a browser has other fonts than the second. */
async function visitWithFonts(page: Page, route: string): Promise<void> {
  await visit(page, route)
  await page.waitForFunction(() => localStorage.getItem('fonts') !== null)
  await visit(page, '/faq')
  await visit(page, route)
  await settled(page)
}

/** Scrolls in steps, as a reader does, and waits until nothing moves. */
async function readOn(page: Page, random: () => number): Promise<{ text: string; top: number }> {
  await page.mouse.move(page.viewportSize()!.width * 0.6, 400)
  for (let step = 0; step < 4; step++) {
    await page.mouse.wheel(0, 200 + Math.round(random() * 2_500))
    await settled(page)
  }
  return readLine(page)
}

/** Waits until the page has the same height and position in 20 frames. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [last, same] = ['', 0]
        requestAnimationFrame(function look() {
          const now = `${scrollY} ${document.documentElement.scrollHeight}`
          same = now === last ? same + 1 : 0
          last = now
          if (same < 20) requestAnimationFrame(look)
          else resolve()
        })
      }),
  )
}

async function expectPlace(page: Page, place: { text: string; top: number }, how: string): Promise<void> {
  await expect(async () => {
    await settled(page)
    const now = await readLine(page)
    expect(now.text, `${how}, seed ${SEED}`).toBe(place.text)
    expect(Math.abs(now.top - place.top), `${how}, seed ${SEED}`).toBeLessThan(3)
  }).toPass({ timeout: 60_000 })
}

for (const width of WIDTHS)
  for (const route of KINDS) {
    const tag = ALWAYS.includes(`${route} ${width}`) ? {} : { tag: '@nightly' }
    test(`${route} at ${width} px returns to the same place`, tag, async ({ page }) => {
      const random = randomFrom(SEED)
      await page.setViewportSize({ width, height: 800 })
      await visitWithFonts(page, route)
      const place = await readOn(page, random)
      await page.reload()
      await expectPlace(page, place, 'after a reload')
      await page.goto('/llms.txt')
      await page.goBack()
      await expectPlace(page, place, 'back from another document')
      await page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('.brand, .footer a[href^="/"]')]
        links.find(({ pathname }) => pathname !== location.pathname)!.click()
      })
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(route)
      await page.goBack()
      await expectPlace(page, place, 'back from another page')
    })
  }

for (const [route, hash, tag] of [
  ['/api/', '#create_wallet', { tag: '@nightly' }],
  ['/concepts/policies/language', '', {}],
] as const)
  test(
    `a link to a section of ${route}, reading on, and a reload lead to the same place`,
    tag,
    async ({ page }) => {
      const random = randomFrom(SEED)
      await visitWithFonts(page, route)
      const target =
        hash ||
        `#${await page
          .locator('.content-body h2[id]')
          .nth(1)
          .evaluate((heading) => heading.id)}`
      await visit(page, route + target)
      await settled(page)
      const place = await readOn(page, random)
      await page.reload()
      await expectPlace(page, place, 'after a reload')
    },
  )

test('End leads to the end of a page whose height was an estimate', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await visit(page, '/api-overview/errors')
  await page.keyboard.press('End')
  const below = () =>
    page.evaluate(() => document.documentElement.scrollHeight - innerHeight - Math.ceil(scrollY))
  await expect.poll(below).toBeLessThanOrEqual(1)
  // More of the page could still be laid out, and move its end.
  await page.waitForTimeout(300)
  expect(await below()).toBeLessThanOrEqual(1)
})

test('the wheel scrolls the page over every column', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1200 })
  for (const [route, columns] of [
    ['/api/', '.call-tools, .reference-list'],
    ['/concepts/policies/language', '.toc nav, .drawer-sidebar'],
  ] as const) {
    await visit(page, route)
    await settled(page)
    for (const column of await page.locator(columns).all()) {
      if (!(await column.isVisible())) continue
      await column.evaluate((one) => {
        one.closest('.call')?.scrollIntoView()
        // Only at its end may a column leave the wheel to the page.
        one.scrollTop = one.scrollHeight
      })
      await settled(page)
      const before = await page.evaluate(() => scrollY)
      const box = (await column.boundingBox())!
      await page.mouse.move(box.x + box.width / 2, Math.max(box.y, 80) + 20)
      const name = await column.evaluate((one) => one.className)
      // The column's last fraction of a pixel may take a first turn of the wheel.
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 240)
          return page.evaluate(() => scrollY)
        }, `over ${name}`)
        .toBeGreaterThan(before)
      if (route === '/api/' && (await column.evaluate((one) => one.closest('.call')?.id))) break
    }
  }
})
