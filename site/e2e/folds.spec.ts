/** Sections that start as one line each: a link, search, find-in-page and print open them. */
import { expect, type Page, test, visit } from './support/test.ts'

const PAGE = '/concepts/policies/examples'
const folds = (page: Page) => page.locator('.fold')
/** The section with a heading. */
const fold = (page: Page, id: string) => page.locator(`.fold:has(#${id})`)

test('the policy examples are one line each, with what each allows or denies', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, PAGE)
  const lines = await folds(page).evaluateAll((all) =>
    (all as HTMLDetailsElement[]).map((one) => ({
      isOpen: one.open,
      height: one.offsetHeight,
      text: one.querySelector('summary')!.textContent,
    })),
  )
  expect(lines.length).toBeGreaterThan(20)
  for (const { isOpen, height, text } of lines) {
    expect(isOpen, text).toBe(false)
    expect(height, text).toBeLessThan(56)
    expect(text).toMatch(/EFFECT_(?:ALLOW|DENY)/)
  }
})

test('a link to a folded section opens it: as address, from the contents, and from search', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `${PAGE}#suppliers`)
  await expect(fold(page, 'suppliers')).toHaveAttribute('open')
  await expect(fold(page, 'suppliers').locator('pre').first()).toBeInViewport()
  await page.locator('.toc').getByRole('link', { name: 'Cap the fee' }).click()
  await expect(fold(page, 'fee-limit')).toHaveAttribute('open')
  await expect(page.locator('#fee-limit')).toBeInViewport()
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('trading bot never signs raw payloads')
  await page.getByRole('option').first().click()
  await expect(fold(page, 'no-raw-payloads').locator('pre').first()).toBeInViewport()
  // The contents are longer than the window, and scroll to the entry.
  const entry = page.locator('.toc [aria-current]')
  await expect(entry).toHaveAttribute('href', '#no-raw-payloads')
  const isInBox = (link: Element) => {
    const [{ top, bottom }, box] = [
      link.getBoundingClientRect(),
      link.closest('nav')!.getBoundingClientRect(),
    ]
    return top >= box.top && bottom <= box.bottom
  }
  await expect.poll(() => entry.evaluate(isInBox)).toBe(true)
})

test('selecting the line of a folded section doesn’t open or close it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, PAGE)
  const first = folds(page).first()
  const line = first.locator('summary')
  await line.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await line.boundingBox())!
  const at = y + height / 2
  const selected = () => page.evaluate(() => String(getSelection()))
  await page.mouse.move(x + 60, at)
  await page.mouse.down()
  await page.mouse.move(x + width / 3, at, { steps: 5 })
  await page.mouse.up()
  expect(await selected()).not.toBe('')
  await expect(first).not.toHaveAttribute('open')
  // A click opens it, also with a text that is still selected in it, and so does the first click of a double one.
  await page.mouse.click(x + 100, at)
  await expect(first).toHaveAttribute('open')
  await page.mouse.click(x + 100, at)
  await expect(first).not.toHaveAttribute('open')
  await page.mouse.dblclick(x + 100, at)
  expect(await selected()).not.toBe('')
  await expect(first).toHaveAttribute('open')
})

test('a click by an unsteady hand, which selects nothing, opens a folded section', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, PAGE)
  const first = folds(page).first()
  const line = first.locator('summary')
  await line.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await line.boundingBox())!
  // Beside the text.
  await page.mouse.move(x + width - 20, y + height / 2 - 3)
  await page.mouse.down()
  await page.mouse.move(x + width - 14, y + height / 2 + 2)
  await page.mouse.up()
  await expect(first).toHaveAttribute('open')
})

test('print shows folded sections', async ({ page }) => {
  await visit(page, PAGE)
  await page.emulateMedia({ media: 'print' })
  for (const code of await page.locator('.fold pre').all()) await expect(code).toBeVisible()
})

test('a link to words in a folded section opens it, as find-in-page does', async ({ page }) => {
  await page.goto(`${PAGE}#:~:text=${encodeURIComponent('a policy that allows small transfers')}`)
  await expect(fold(page, 'night-desk')).toHaveAttribute('open')
})

test('a reload keeps the reader’s place in a folded section', async ({ page }) => {
  await visit(page, PAGE)
  await fold(page, 'suppliers').locator('summary').click()
  await expect(fold(page, 'suppliers').locator('pre').last()).toBeVisible()
  const text = fold(page, 'suppliers').locator('p').last()
  const top = () => text.evaluate((one) => one.getBoundingClientRect().top)
  // As readers do, again if something above became taller.
  await expect(async () => {
    await text.evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - 200))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await top()).toBeCloseTo(200, -1)
  }).toPass()
  const before = await top()
  await page.reload()
  await expect(fold(page, 'suppliers')).toHaveAttribute('open')
  await expect.poll(top).toBeCloseTo(before, -1)
})
