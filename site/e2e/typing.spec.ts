/** Words that an input method composes are never taken for commands. */
import { expect, type Page, test, visit } from './support/test.ts'

/** Presses keys as part of a composition, in every visible field. @returns those that the page took */
function takenWhileComposing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fields = [
      ...document.querySelectorAll<HTMLElement>('input:not([type=checkbox], [type=radio]), textarea'),
    ]
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

const FIELDS = 'input:visible:not([type=checkbox], [type=radio]), textarea:visible'
for (const [route, island] of [
  ['/api/', 'reference'],
  ['/playground', 'policy-playground'],
  ['/getting-started/examples', 'gallery'],
  ['/concepts/wallets', 'element'],
] as const)
  test(`a word that is composed in a field of ${route} is no command`, { tag: '@nightly' }, async ({
    page,
  }) => {
    await visit(page, route)
    // It loads when it comes near.
    await page.locator(`[data-island=${island}]`).first().scrollIntoViewIfNeeded()
    await expect(page.locator(FIELDS).first()).toBeVisible()
    const address = page.url()
    expect(await takenWhileComposing(page)).toEqual([])
    expect(page.url()).toBe(address)
  })

test('a word that is composed in search opens nothing', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, '/faq')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('wallet')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await takenWhileComposing(page)).toEqual([])
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page).toHaveURL('/faq')
})
