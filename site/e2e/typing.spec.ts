/** Words that an input method composes are never taken for commands, and modifiers on Enter do what they do on a link. */
import { expect, type Page, test, visit } from './support/test.ts'

/** Presses keys as part of a composition, in every visible field. @returns those that the page took */
function takenWhileComposing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('input, textarea')]
    const shown = fields.filter((field) => field.checkVisibility())
    if (shown.length === 0) throw new Error('no field on the page')
    return shown.flatMap((field) => {
      field.focus()
      return ['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Tab', '/', ' '].flatMap((key) =>
        // Safari marks the Enter that ends a composition only by its key code.
        [{ isComposing: true }, { keyCode: 229 }].flatMap((mark) => {
          const press = { key, bubbles: true, composed: true, cancelable: true, ...mark }
          const event = new KeyboardEvent('keydown', press)
          field.dispatchEvent(event)
          return event.defaultPrevented
            ? [`${key} ${JSON.stringify(mark)} in ${field.outerHTML.slice(0, 80)}`]
            : []
        }),
      )
    })
  })
}

for (const [route, when] of [
  ['/api/', {}],
  ['/playground', {}],
  ['/getting-started/examples', { tag: '@nightly' }],
  ['/embedded-wallets/overview', { tag: '@nightly' }],
] as const)
  test(`a word that is composed in a field of ${route} is no command`, when, async ({ page }) => {
    await visit(page, route)
    await page.locator('input, textarea').first().waitFor()
    const address = page.url()
    expect(await takenWhileComposing(page)).toEqual([])
    expect(page.url()).toBe(address)
  })

test('a word that is composed in search opens nothing', async ({ page }) => {
  await visit(page, '/faq')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('wallet')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await takenWhileComposing(page)).toEqual([])
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page).toHaveURL('/faq')
})

test('Ctrl+Enter opens a result of search and a call of the list in another tab', async ({
  page,
  context,
}) => {
  await visit(page, '/faq')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('read-only session')
  await expect(page.getByRole('option').first()).toBeVisible()
  const [result] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(result).toHaveURL(/\/features\/sessions/)
  await result.close()
  await expect(page).toHaveURL('/faq')
  await visit(page, '/api/')
  await page.getByLabel('Filter calls').fill('create_wallet')
  const [call] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(call).toHaveURL(/\/api\/#create_wallet/)
  await expect(page).toHaveURL('/api/')
})
