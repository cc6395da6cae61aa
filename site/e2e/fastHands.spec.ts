/** Double-clicks and held keys: each press does what its button said at that moment. */
import { expect, isSameDocument, markDocument, test, visit } from './support/test.ts'

const ENDED = { timeout: 240_000 }

test('pressing the menu button twice opens and closes the menu without following a link', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await visit(page, '/concepts/wallets')
  await markDocument(page)
  const button = page.getByRole('button', { name: 'Open menu' })
  const { x, y, width, height } = (await button.boundingBox())!
  const press = () => page.mouse.click(x + width / 2, y + height / 2)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await press()
  await expect(menu).toBeVisible()
  await press()
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL('/concepts/wallets')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallets and private keys')
  expect(await isSameDocument(page)).toBe(true)
})

test('a menu that is opened again as soon as it closes stays open, and "back" closes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/faq')
  await visit(page, '/concepts/wallets')
  await markDocument(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.evaluate(async () => {
    const menu = document.getElementById('menu')!
    const left = new Promise((done) => addEventListener('popstate', done, { once: true }))
    menu.addEventListener('toggle', () => menu.showPopover(), { once: true })
    menu.hidePopover()
    await left
    await new Promise((done) => setTimeout(done))
  })
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL('/concepts/wallets')
  expect(await isSameDocument(page)).toBe(true)
})

test('double-clicking Run or holding Enter on it runs once without stopping', async ({ page }) => {
  await visit(page, '/getting-started/quickstart')
  const example = page.locator('.example[data-example="quickstart/first-signature"]:not([data-region])')
  const run = example.getByRole('button', { name: 'Run', exact: true })
  const status = example.locator('.example-status')
  await run.click()
  await expect(status).toHaveText(/^Finished/, ENDED)
  await run.dblclick()
  await expect(status).toHaveText(/^(Starting|Running|Finished)/)
  await expect(status).toHaveText(/^Finished/, ENDED)

  await run.focus()
  for (let held = 0; held < 4; held++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(status).toHaveText(/^(Starting|Running|Finished)/)
  await expect(status).toHaveText(/^Finished/, ENDED)
})
